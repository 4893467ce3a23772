const letters: Readonly<Record<string, string>> = { ä: 'ae', ö: 'oe', ü: 'ue', ß: 'ss' }

/** A name for programs and addresses: the Latin letters and digits of the one that people read, with hyphens between words. */
export const nameFor = (shown: string, maxLength: number): string =>
  shown
    .toLowerCase()
    .normalize('NFC')
    .replace(/[äöüß]/g, (letter) => letters[letter] ?? letter)
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, maxLength)
    .replace(/^-+|-+$/g, '')
