import type { SettingValues } from '#contract/settings/setting-values.ts'
import { defaultSiteName } from '#server/domain/settings/site.ts'
import type { Deps } from '#server/ports/deps.ts'

/** The values of a configuration, by the keys of the settings. */
export const settingsOfConfig = ({
  limits,
  server,
  retentionDays,
  removalDeadlineHours,
  secondFactor,
}: Pick<
  Deps['config'],
  'limits' | 'server' | 'retentionDays' | 'removalDeadlineHours' | 'secondFactor'
>): Partial<SettingValues> => ({
  siteName: defaultSiteName,
  minorsTick: true,
  sharedDevices: false,
  contact: server.contactUrl ?? null,
  languages: server.languages ?? null,
  cleanupRetentionDays: retentionDays,
  secondFactor,
  removalDeadlineHours,
  maxFileSizeMb: limits.fileBytes / 2 ** 20,
  maxImagePixels: limits.imagePixels,
  maxImageSide: limits.imageSide,
  managementRateLimit: limits.managementPerHour,
  uploadRateLimit: limits.uploadsPerHour,
  uploadBytesPerHour: limits.uploadBytesPerHour,
  eventConnections: limits.eventConnections,
  eventConnectionsPerAddress: limits.eventConnectionsPerAddress,
})
