import { type Static, Type } from 'typebox'
import { operationsWith } from './operation/operation.ts'
import { SettingChanges, SettingsUpdate } from './settings/setting-changes.ts'
import { settingLimits } from './settings/setting-limits.ts'
import { Named, Nullable, Ok } from './shapes.ts'

const operation = operationsWith({ withoutGroups: true })

const State = Type.Object({
  value: Type.Unsafe<unknown>({
    description: 'The value that is set, by a variable or here; null while the default applies.',
  }),
  default: Type.Unsafe<unknown>({ description: 'The value that applies while nothing is set.' }),
  isSet: Type.Optional(Type.Boolean({ description: 'Of a secret, whose value is always null: whether there is one.' })),
  locked: Type.Boolean({ description: 'Set by a variable; it cannot be changed here.' }),
  variable: Nullable(Type.String({ description: 'The environment variable that sets it.' })),
})

export const Settings = Named('Settings', {
  settings: Type.Record(Type.String(), State),
  logo: Nullable(Type.String({ description: 'Path of the logo.' })),
  revision: Type.String({ description: 'Changes with every change.' }),
})
export type Settings = Static<typeof Settings>

const Changed = Ok({ ...Settings.properties })

export const getSettings = operation('GET /api/admin/settings', 'admin', {
  summary: 'All settings, with the variables that lock some (D75).',
  responses: { 200: Settings },
})

export const updateSettings = operation('PATCH /api/admin/settings', 'admin', {
  confirmed: true,
  summary: 'Change settings; null returns to the default.',
  description: 'In force on all replicas within a second.',
  body: SettingsUpdate,
  responses: { 200: Changed },
  codes: ['SETTING_LOCKED', 'SETTINGS_CHANGED', 'NO_FIELDS'],
})

export const putLogo = operation('PUT /api/admin/settings/logo', 'admin', {
  confirmed: true,
  summary: 'Set the logo: a PNG or JPEG, which is encoded again.',
  bytes: true,
  responses: { 200: Changed },
  codes: ['NO_FILES', 'UNSUPPORTED_IMAGE', 'DAMAGED_IMAGE', 'IMAGE_TOO_LARGE', 'FILE_TOO_LARGE', 'MALFORMED_MULTIPART'],
})

export const deleteLogo = operation('DELETE /api/admin/settings/logo', 'admin', {
  confirmed: true,
  summary: 'Remove the logo.',
  responses: { 200: Changed },
})

export const undoSettings = operation('POST /api/admin/settings/undo', 'admin', {
  confirmed: true,
  summary: 'Undo the last change; a second undo restores it.',
  responses: { 200: Changed },
  codes: ['UNDO_NOT_FOUND', 'SETTING_LOCKED'],
})

/** For a second installation. */
export const SettingsFile = Type.Object(
  {
    settings: SettingChanges,
    logo: Nullable(Type.String({ description: 'Base64 of a PNG or JPEG.', maxLength: 900_000 })),
  },
  { additionalProperties: false },
)
export type SettingsFile = Static<typeof SettingsFile>

export const exportSettings = operation('GET /api/admin/settings/export', 'admin', {
  summary: 'What is set, with the logo and without secrets, for a second installation.',
  responses: { 200: SettingsFile },
})

export const importSettings = operation('POST /api/admin/settings/import', 'admin', {
  confirmed: true,
  summary: 'Replace all settings with those of an export; locked ones and secrets keep their value.',
  body: SettingsFile,
  responses: {
    200: Type.Object({
      ...Changed.properties,
      skipped: Type.Array(Type.String(), { description: 'Settings of the file that a variable locks.' }),
    }),
  },
  codes: ['UNSUPPORTED_IMAGE', 'DAMAGED_IMAGE', 'IMAGE_TOO_LARGE'],
})

export const draftPrivacy = operation('GET /api/admin/settings/privacy-draft', 'admin', {
  summary: 'A draft of a privacy text that fits how this installation is set up.',
  query: Type.Object({
    language: Type.Enum(['de', 'en']),
    siteName: Type.Optional(
      Type.String({ maxLength: settingLimits.siteName, description: 'Instead of the stored one.' }),
    ),
    contact: Type.Optional(
      Type.String({ maxLength: settingLimits.contact, description: 'Instead of the stored one.' }),
    ),
  }),
  responses: { 200: Type.Object({ language: Type.String(), text: Type.String({ description: 'Markdown.' }) }) },
})
