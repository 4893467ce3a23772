import { limitSettings } from '#contract/settings/limit-settings.ts'
import { type DefaultValues, defaultValues, type SetValues } from '#contract/settings/setting-table.ts'
import type { Retention } from '#server/domain/cleanup.ts'
import type { StoredSettings, StoredValues } from './stored-settings.ts'

/** The settings in force: of a variable, else as admins set them, else the default (D75). */
export type Settings = DefaultValues & StoredValues

interface Fixed {
  readonly production: boolean
  readonly lockedSettings: SetValues
}

export const settingsInForce = ({ production, lockedSettings }: Fixed, stored: StoredValues): Settings => ({
  ...defaultValues(production),
  ...stored,
  ...lockedSettings,
})

export const retentionOf = (
  { cleanupRetentionDays, approvedRetentionDays: days }: Settings,
  { approvedRetentionDays: since = new Date(0).toISOString() }: StoredSettings['changedAt'],
): Retention => ({
  retentionDays: cleanupRetentionDays,
  approvedRetention: days === undefined ? undefined : { days, since },
})

/** How old an answer of the feed may be while the database does not answer. */
export const staleFeedMs = ({ staleFeedSeconds }: Pick<Settings, 'staleFeedSeconds'>): number =>
  staleFeedSeconds * 1_000

export interface FileLimits {
  readonly fileBytes: number
  readonly imagePixels: number
  readonly imageSide: number
}

export const fileLimitsOf = ({ maxFileSizeMb, maxImagePixels, maxImageSide }: Settings): FileLimits => ({
  fileBytes: maxFileSizeMb * limitSettings.maxFileSizeMb.unit,
  imagePixels: maxImagePixels,
  imageSide: maxImageSide,
})
