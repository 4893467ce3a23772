import type { listAdminGroups } from '#contract/moderation.ts'
import type { Query } from '#contract/operation/operation.ts'
import type { SocialMediaPlatform } from '#server/domain/consent.ts'
import { platformNamed } from '#server/domain/platforms.ts'
import type { GroupFilter } from '#server/ports/moderation-reads.ts'

type ListQuery = Query<typeof listAdminGroups>

/** The names in a comma-separated list. */
export const namesIn = (list: string): string[] =>
  list
    .split(',')
    .map((name) => name.trim())
    .filter(Boolean)

/**
 * The filter of the list: `consents`, `workshopOnly` and `platform` combine with OR, `status` with AND (D30).
 * AppError UNKNOWN_PLATFORM for what is neither the name nor the id of a platform.
 */
export function readFilter(query: ListQuery, platforms: readonly SocialMediaPlatform[]): GroupFilter {
  const names = namesIn(query.consents ?? '')
  const asked = [
    ...names.filter((name) => name !== 'workshop'),
    ...(query.platform === undefined ? [] : [query.platform]),
  ]
  const workshop = query.workshopOnly === true || names.includes('workshop')
  const platformIds = [...new Set(asked.map((name) => platformNamed(platforms, name).platformId))].sort((a, b) => a - b)
  return {
    approved: query.status === undefined || query.status === 'changed' ? undefined : query.status === 'approved',
    changed: query.status === 'changed' || undefined,
    search: query.search?.trim() || undefined,
    anyConsent: workshop || platformIds.length > 0 ? { workshop, platformIds } : undefined,
  }
}
