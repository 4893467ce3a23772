import { type Expression, type ExpressionBuilder, type SqlBool, sql } from 'kysely'
import { flag } from '#server/adapters/database/columns.ts'
import type { Tables } from '#server/adapters/database/tables.ts'
import type { GroupFilter } from '#server/ports/moderation-reads.ts'
import { exhibitionIn } from './in-scope.ts'

type Groups = ExpressionBuilder<Tables, 'groups'>
export type Condition = (eb: Groups) => Expression<SqlBool>

/** A consent of the group for one of the platforms, or for any of them, that was not revoked. */
const consentInForce = (eb: Groups, platformIds?: readonly number[]): Expression<SqlBool> =>
  eb.exists(
    eb
      .selectFrom('group_social_media_consents as consent')
      .select('consent.group_id')
      .whereRef('consent.group_id', '=', 'groups.group_id')
      // Written out, not as parameters: so the index of the consents in force is found.
      .where('consent.consented', '=', eb.lit(1))
      .where('consent.revoked', '=', eb.lit(0))
      .$if(platformIds !== undefined, (query) => query.where('consent.platform_id', 'in', platformIds ?? [])),
  )

/** The platforms of which every match has a consent for at least one; undefined where there are matches without. */
export function neededConsents({ anyConsent: any, platform }: GroupFilter): readonly number[] | undefined {
  if (platform?.inForce && platform.platformId !== undefined) return [platform.platformId]
  return any !== undefined && !any.workshop ? any.platformIds : undefined
}

function anyConsent(eb: Groups, { workshop, platformIds }: NonNullable<GroupFilter['anyConsent']>) {
  const parts: Expression<SqlBool>[] = []
  if (workshop) parts.push(eb('groups.display_in_workshop', '=', 1))
  if (platformIds.length > 0) parts.push(consentInForce(eb, platformIds))
  return eb.or(parts)
}

/** Written out, not as a parameter: so the index of the changed groups is found. */
export const changedByOwner = (eb: Groups, changed: boolean): Expression<SqlBool> =>
  eb('groups.changes_since_approval', changed ? '<>' : '=', sql.lit('[]'))

/** The condition of a filter without its search, for queries over `groups`. */
export const matching =
  (filter: GroupFilter): Condition =>
  (eb) => {
    const scope = exhibitionIn(filter.scope, 'groups.exhibition_id')
    const parts: Expression<SqlBool>[] = scope ? [scope] : []
    // Written out, not as a parameter: so the index of the groups that wait is found.
    if (filter.approved !== undefined) parts.push(eb('groups.approved', '=', eb.lit(flag(filter.approved))))
    if (filter.changed !== undefined) parts.push(changedByOwner(eb, filter.changed))
    if (filter.groupIds !== undefined) {
      parts.push(filter.groupIds.length === 0 ? eb.lit(false) : eb('groups.group_id', 'in', filter.groupIds))
    }
    if (filter.year !== undefined) parts.push(eb('groups.year', '=', filter.year))
    if (filter.workshop !== undefined) parts.push(eb('groups.display_in_workshop', '=', flag(filter.workshop)))
    if (filter.anyConsent !== undefined) parts.push(anyConsent(eb, filter.anyConsent))
    if (filter.platform !== undefined) {
      const { platformId, inForce } = filter.platform
      const platformIds = platformId === undefined ? undefined : [platformId]
      const consent = consentInForce(eb, platformIds)
      parts.push(inForce ? consent : eb.not(consent))
    }
    return eb.and(parts)
  }
