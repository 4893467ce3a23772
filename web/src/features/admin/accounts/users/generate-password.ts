/** Without characters that look alike. */
const letters = 'abcdefghjkmnpqrstuvwxyz23456789'

const part = (): string => {
  // 248 is the largest multiple of 31 that a byte can have: each letter is as likely as any other.
  const bytes = [...crypto.getRandomValues(new Uint8Array(32))].filter((byte) => byte < 248)
  return bytes
    .slice(0, 4)
    .map((byte) => letters[byte % letters.length])
    .join('')
}

/** `k7qf-9xmp-wd3h-ra6t`: easy to read out, for the first login. */
export const generatePassword = (): string => [part(), part(), part(), part()].join('-')
