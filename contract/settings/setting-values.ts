import { type Static, type TSchema, Type } from 'typebox'
import { type Language, languages } from '#contract/site/languages.ts'
import { consentTextTypes, type SecondFactorRule, secondFactorRules, settingLimits } from './setting-limits.ts'

/** A value or null: the default. As a list of types, so that an error names what is wrong. */
export const storedSetting = <T extends TSchema & { type: string | readonly string[] }>(schema: T) =>
  Type.Unsafe<Static<T> | null>({ ...schema, type: [schema.type, 'null'].flat() })

const perLanguage = (schema: TSchema) => ({
  properties: Object.fromEntries(languages.map((language) => [language, schema])),
  additionalProperties: false,
})

export type LanguageTexts = { readonly [L in Language]?: string }
const texts = (maxLength: number, description: string) =>
  Type.Unsafe<LanguageTexts | null>({
    type: ['object', 'null'],
    ...perLanguage(Type.String({ minLength: 1, maxLength })),
    description,
  })

/** An address or texts of one's own. */
const page = (description: string) =>
  Type.Unsafe<string | LanguageTexts | null>({
    type: ['string', 'object', 'null'],
    maxLength: settingLimits.contact,
    pattern: '^https?://',
    ...perLanguage(Type.String({ minLength: 1, maxLength: settingLimits.page })),
    description,
  })

export type ConsentTexts = { readonly [L in Language]?: { readonly [T in (typeof consentTextTypes)[number]]?: string } }

const count = (maximum: number, description: string) =>
  storedSetting(Type.Integer({ minimum: 1, maximum, description }))

/** Each setting by its key (D75). */
export const settingSchemas = {
  siteName: Type.Optional(storedSetting(Type.String({ minLength: 1, maxLength: settingLimits.siteName }))),
  accentColour: Type.Optional(
    storedSetting(
      Type.String({
        pattern: '^#[0-9a-fA-F]{6}$',
        description: 'Made lighter or darker where it would be hard to read.',
      }),
    ),
  ),
  welcomeText: Type.Optional(texts(settingLimits.welcomeText, 'Above the choice of photos.')),
  contact: Type.Optional(
    storedSetting(Type.String({ maxLength: settingLimits.contact, format: 'uri', pattern: '^(https?://|mailto:)' })),
  ),
  imprint: Type.Optional(page('An address, or Markdown by language.')),
  privacy: Type.Optional(page('An address, or Markdown by language.')),
  consentTexts: Type.Optional(
    Type.Unsafe<ConsentTexts | null>({
      type: ['object', 'null'],
      ...perLanguage(
        Type.Object(
          Object.fromEntries(
            consentTextTypes.map((type) => [
              type,
              Type.Optional(Type.String({ minLength: 1, maxLength: settingLimits.consentText })),
            ]),
          ),
          { additionalProperties: false },
        ),
      ),
      description: 'Wording of the consents; what is missing keeps its wording. {{name}} is the platform.',
    }),
  ),
  minorsTick: Type.Optional(storedSetting(Type.Boolean({ description: 'Asks whether all in the photos agree.' }))),
  sharedDevices: Type.Optional(
    storedSetting(
      Type.Boolean({
        description: 'Every device keeps nothing of its visitors, unless opened with ?device=own (D69).',
      }),
    ),
  ),
  languages: Type.Optional(
    Type.Unsafe<readonly Language[] | null>({
      type: ['array', 'null'],
      items: { enum: languages },
      minItems: 1,
      uniqueItems: true,
    }),
  ),
  cleanupRetentionDays: Type.Optional(count(1_000_000, 'Days that a never-approved group is kept.')),
  approvedRetentionDays: Type.Optional(
    count(100_000, 'Days after its first approval that a group is kept. Nothing is deleted on the day after a change.'),
  ),
  secondFactor: Type.Optional(
    Type.Unsafe<SecondFactorRule | null>({
      type: ['string', 'null'],
      enum: [...secondFactorRules, null],
      description: 'Whose accounts need a second factor; without one they can only set it up.',
    }),
  ),
  removalDeadlineHours: Type.Optional(count(8_760, 'Hours in which a removal request is to be decided.')),
  maxFileSizeMb: Type.Optional(count(1_000_000, 'Mebibytes of one file.')),
  maxImagePixels: Type.Optional(count(1_000_000_000, 'Pixels of one image.')),
  maxImageSide: Type.Optional(count(1_000_000_000, 'Pixels of the longer side of one image.')),
  managementRateLimit: Type.Optional(count(1_000_000_000, 'Requests an hour and address.')),
  uploadRateLimit: Type.Optional(count(1_000_000_000, 'Uploads an hour and address on the public host.')),
  uploadBytesPerHour: Type.Optional(count(2 ** 40, 'Bytes of uploads an hour and address on the public host.')),
  eventConnections: Type.Optional(count(100_000, 'Pages that get events at a time, in one process.')),
  eventConnectionsPerAddress: Type.Optional(count(100_000, 'The same for one address.')),
} as const

export const SettingValues = Type.Object(settingSchemas, { additionalProperties: false })
export type SettingValues = Static<typeof SettingValues>
export type SettingKey = keyof SettingValues
export const settingKeys = Object.keys(settingSchemas) as readonly SettingKey[]

/** The variables of the same meaning: where one is set, it wins. */
export const settingVariables: { readonly [K in SettingKey]?: string } = {
  contact: 'CONTACT_URL',
  languages: 'LANGUAGES',
  cleanupRetentionDays: 'CLEANUP_RETENTION_DAYS',
  removalDeadlineHours: 'REMOVAL_DEADLINE_HOURS',
  maxFileSizeMb: 'MAX_FILE_SIZE_MB',
  maxImagePixels: 'MAX_IMAGE_PIXELS',
  maxImageSide: 'MAX_IMAGE_SIDE',
  managementRateLimit: 'MANAGEMENT_RATE_LIMIT',
  uploadRateLimit: 'UPLOAD_RATE_LIMIT',
  uploadBytesPerHour: 'UPLOAD_BYTES_PER_HOUR',
  eventConnections: 'EVENT_CONNECTIONS',
  eventConnectionsPerAddress: 'EVENT_CONNECTIONS_PER_ADDRESS',
}
