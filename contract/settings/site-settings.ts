import { type Language, languages } from '#contract/site/languages.ts'
import { flag, type Setting, type SettingSchema } from './setting.ts'
import { consentTextTypes, type SecondFactorRule, secondFactorRules, settingLimits } from './setting-limits.ts'

/** An address without a path; wildcards are refused (D90). */
const originPattern = '^https://[A-Za-z0-9-]+(\\.[A-Za-z0-9-]+)*(:[0-9]{1,5})?$'

export type LanguageTexts = { readonly [L in Language]?: string }
export type ConsentTexts = { readonly [L in Language]?: { readonly [T in (typeof consentTextTypes)[number]]?: string } }

const perLanguage = (schema: object) => ({
  properties: Object.fromEntries(languages.map((language) => [language, schema])),
  additionalProperties: false,
})
const text = (maxLength: number): SettingSchema<string> => ({ type: 'string', minLength: 1, maxLength })
const texts = (maxLength: number): SettingSchema<LanguageTexts> => ({
  type: 'object',
  ...perLanguage(text(maxLength)),
})
const colour: SettingSchema<string> = { type: 'string', pattern: '^#[0-9a-fA-F]{6}$' }
const contact: SettingSchema<string> = {
  type: 'string',
  maxLength: settingLimits.contact,
  format: 'uri',
  pattern: '^(https?://|mailto:)',
}

/** An address or texts of one's own. */
const page: SettingSchema<string | LanguageTexts> = {
  ...texts(settingLimits.page),
  type: ['string', 'object'],
  maxLength: settingLimits.contact,
  pattern: '^https?://',
}
const ofPage = {
  schema: page,
  meaning: 'An address, or Markdown by language.',
  hint: {
    en: 'An address (https://…) or your own text in Markdown.',
    de: 'Eine Adresse (https://…) oder ein eigener Text in Markdown.',
  },
} as const

const consents: SettingSchema<ConsentTexts> = {
  type: 'object',
  ...perLanguage({
    type: 'object',
    properties: Object.fromEntries(consentTextTypes.map((type) => [type, text(settingLimits.consentText)])),
    additionalProperties: false,
  }),
}
const languageList: SettingSchema<readonly Language[]> = {
  type: 'array',
  items: { enum: languages },
  minItems: 1,
  uniqueItems: true,
}
const origins: SettingSchema<readonly string[]> = {
  type: 'array',
  items: { type: 'string', maxLength: 300, pattern: originPattern },
  maxItems: 50,
  uniqueItems: true,
}
const rule: SettingSchema<SecondFactorRule> = { type: 'string', enum: secondFactorRules }

/** Look, texts and rules. */
export const siteSettings = {
  siteName: {
    schema: text(settingLimits.siteName),
    default: 'Werkschau',
    label: { en: 'Name of the site', de: 'Name der Seite' },
  },
  accentColour: {
    schema: colour,
    meaning: 'Made lighter or darker where it would be hard to read.',
    label: { en: 'Accent colour', de: 'Akzentfarbe' },
    hint: {
      en: 'Shown darker or lighter where it would be hard to read.',
      de: 'Wo sie schlecht lesbar wäre, wird sie dunkler oder heller gezeigt.',
    },
  },
  welcomeText: {
    schema: texts(settingLimits.welcomeText),
    meaning: 'Above the choice of photos.',
    label: { en: 'Welcome text', de: 'Begrüßung' },
  },
  contact: {
    schema: contact,
    variable: 'CONTACT_URL',
    meaning: "`https://…` or `mailto:…`: the contact for people in photos, at the bottom of the visitors' pages.",
    label: { en: 'Contact (https://… or mailto:…)', de: 'Kontakt (https://… oder mailto:…)' },
  },
  imprint: { ...ofPage, label: { en: 'Imprint', de: 'Impressum' } },
  privacy: { ...ofPage, label: { en: 'Privacy policy', de: 'Datenschutzerklärung' } },
  consentTexts: {
    schema: consents,
    meaning: 'Wording of the consents; what is missing keeps its wording. {{name}} is the platform.',
    label: { en: 'Wording of the consents', de: 'Wortlaut der Einwilligungen' },
  },
  minorsTick: {
    schema: flag,
    default: true,
    meaning: 'Asks whether all in the photos agree.',
    label: {
      en: 'Ask whether the people in the photos agree',
      de: 'Nach dem Einverständnis der Personen auf den Fotos fragen',
    },
  },
  sharedDevices: {
    schema: flag,
    default: false,
    meaning: 'Every device keeps nothing of its visitors, unless opened with ?device=own (D69).',
    label: { en: 'Treat every device as shared', de: 'Alle Geräte gelten als gemeinsam genutzt' },
    hint: {
      en: 'No device keeps links, names or drafts, and the last page clears itself after two minutes. For single devices the address with /?device=shared is enough.',
      de: 'Kein Gerät merkt sich Links, Namen oder Entwürfe, und die letzte Seite leert sich nach zwei Minuten. Für einzelne Geräte reicht die Adresse mit /?device=shared.',
    },
  },
  languages: {
    schema: languageList,
    variable: 'LANGUAGES',
    meaning: `Of the visitors' pages: a list of \`${languages.join(', ')}\`; without it all. Browsers that want none of them get English, else the first.`,
    label: { en: 'Languages of the visitors’ pages', de: 'Sprachen der Besucherseiten' },
  },
  galleryIndexed: {
    schema: flag,
    default: false,
    meaning: 'Search engines may list what the gallery shows; a withdrawn photo then needs a takedown (D90).',
    label: { en: 'Search engines may find the gallery', de: 'Suchmaschinen dürfen die Galerie finden' },
    hint: {
      en: 'If someone withdraws their consent, you have to ask the search engines to forget the photo.',
      de: 'Widerruft jemand die Einwilligung, musst du die Suchmaschinen bitten, das Foto zu vergessen.',
    },
  },
  embedOrigins: {
    schema: origins,
    meaning: 'Web sites that may show the gallery in a frame, such as `https://school.example`.',
    label: { en: 'Websites that may embed the gallery', de: 'Websites, die die Galerie einbetten dürfen' },
    hint: {
      en: 'One address per line, such as https://school.example. Empty: none.',
      de: 'Eine Adresse pro Zeile, etwa https://schule.example. Leer: keine.',
    },
  },
  secondFactor: {
    schema: rule,
    default: secondFactorRules[0],
    meaning: 'Whose accounts need a second factor; without one they can only set it up.',
    label: { en: 'Second factor at login', de: 'Zweiter Faktor beim Anmelden' },
    hint: {
      en: 'Accounts without one have to set it up before anything else.',
      de: 'Wer noch keinen hat, muss ihn vor allem anderen einrichten.',
    },
  },
} as const satisfies Readonly<Record<string, Setting>>
