/** The words of the page that proves consents, around texts that stay in the language in which they were agreed to. */
const words = {
  de: {
    title: 'Einwilligungen der Gruppe',
    workshop: 'Aushang in der Werkstatt',
    social_media: 'Plattform',
    minors: 'Personen auf den Fotos',
    given: 'erteilt',
    withdrawn: 'nicht erteilt oder widerrufen',
    noText: 'Der Text wurde damals noch nicht gespeichert.',
    version: 'Fassung',
    language: 'Sprache',
    columns: ['Was', 'Wann', 'Wer', 'Fassung'],
    actions: { give: 'erteilt', revoke: 'widerrufen', restore: 'wieder erteilt' },
    owner: 'einreichende Person',
    service: 'Dienst',
  },
  en: {
    title: 'Consents of group',
    workshop: 'Display in the workshop',
    social_media: 'Platform',
    minors: 'People in the photos',
    given: 'given',
    withdrawn: 'not given or withdrawn',
    noText: 'The text was not stored at that time.',
    version: 'Version',
    language: 'Language',
    columns: ['What', 'When', 'Who', 'Version'],
    actions: { give: 'given', revoke: 'withdrawn', restore: 'given again' },
    owner: 'who sent the photos',
    service: 'service',
  },
} as const

export type ProofLanguage = keyof typeof words
export type ProofWords = (typeof words)[ProofLanguage]

export const proofLanguages = Object.keys(words) as readonly ProofLanguage[]

/** English unless it is one of the others. */
export const proofLanguage = (language: string | null | undefined): ProofLanguage =>
  proofLanguages.find((each) => each === language) ?? 'en'

export const proofWords = (language: ProofLanguage): ProofWords => words[language]
