import type { StoredSettings, StoredValues } from '#server/domain/settings/stored-settings.ts'
import type { Deps } from '#server/ports/deps.ts'
import type { LiveSettings } from '#server/ports/settings/live-settings.ts'
import { isLocked } from './locked.ts'

type Config = Deps['config']
const live = ['limits', 'retentionDays', 'approvedRetention', 'removalDeadlineHours', 'secondFactor', 'server'] as const
type InForce = Pick<Config, (typeof live)[number]>

/** The configuration overlaid with the operator's settings: reading a limit from it gives the one in force now. */
export function configInForce(config: Config, settings: LiveSettings): Config {
  let of: StoredSettings | undefined
  let inForce: InForce = config
  const current = () => {
    const { stored } = settings
    if (stored !== of) inForce = withSettings(config, stored)
    of = stored
    return inForce
  }
  return Object.defineProperties(
    { ...config },
    Object.fromEntries(live.map((name) => [name, { enumerable: true, get: () => current()[name] }])),
  )
}

function withSettings(config: Config, { values, changedAt }: StoredSettings): InForce {
  const free = Object.fromEntries(Object.entries(values).filter(([key]) => !isLocked(config, key))) as StoredValues
  const { limits, server } = config
  return {
    server: {
      ...server,
      contactUrl: free.contact ?? server.contactUrl,
      languages: free.languages ?? server.languages,
    },
    retentionDays: free.cleanupRetentionDays ?? config.retentionDays,
    approvedRetention:
      free.approvedRetentionDays === undefined
        ? config.approvedRetention
        : { days: free.approvedRetentionDays, since: changedAt.approvedRetentionDays ?? new Date(0).toISOString() },
    secondFactor: free.secondFactor ?? config.secondFactor,
    removalDeadlineHours: free.removalDeadlineHours ?? config.removalDeadlineHours,
    limits: {
      fileBytes: free.maxFileSizeMb === undefined ? limits.fileBytes : free.maxFileSizeMb * 2 ** 20,
      imagePixels: free.maxImagePixels ?? limits.imagePixels,
      imageSide: free.maxImageSide ?? limits.imageSide,
      managementPerHour: free.managementRateLimit ?? limits.managementPerHour,
      uploadsPerHour: free.uploadRateLimit ?? limits.uploadsPerHour,
      uploadBytesPerHour: free.uploadBytesPerHour ?? limits.uploadBytesPerHour,
      eventConnections: free.eventConnections ?? limits.eventConnections,
      eventConnectionsPerAddress: free.eventConnectionsPerAddress ?? limits.eventConnectionsPerAddress,
    },
  }
}

/** The previewer's options with the largest image that was allowed since the start: a lower limit does not disturb running uploads. */
export function withLargestImages<T>(
  config: Config,
  options: T,
): T & { readonly maxPixels: number; readonly maxSide: number } {
  let [maxPixels, maxSide] = [0, 0]
  return {
    ...options,
    get maxPixels() {
      maxPixels = Math.max(maxPixels, config.limits.imagePixels)
      return maxPixels
    },
    get maxSide() {
      maxSide = Math.max(maxSide, config.limits.imageSide)
      return maxSide
    },
  }
}
