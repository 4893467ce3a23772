import type { Expression, ExpressionBuilder, SqlBool } from 'kysely'
import type { Tables } from '#server/adapters/database/tables.ts'
import type { GroupFilter } from '#server/ports/moderation-reads.ts'
import { flag } from './context.ts'

type Groups = ExpressionBuilder<Tables, 'groups'>

/** A consent of the group for one of the platforms, or for any of them, that was not revoked. */
function consentInForce(eb: Groups, platformIds?: readonly number[]): Expression<SqlBool> {
  return eb.exists(
    eb
      .selectFrom('group_social_media_consents as consent')
      .select('consent.platform_id')
      .whereRef('consent.group_id', '=', 'groups.group_id')
      .where('consent.consented', '=', 1)
      .where('consent.revoked', '=', 0)
      .$if(platformIds !== undefined, (query) => query.where('consent.platform_id', 'in', platformIds ?? [])),
  )
}

function anyConsent(eb: Groups, { workshop, platformIds }: NonNullable<GroupFilter['anyConsent']>) {
  const parts: Expression<SqlBool>[] = []
  if (workshop) parts.push(eb('groups.display_in_workshop', '=', 1))
  if (platformIds.length > 0) parts.push(consentInForce(eb, platformIds))
  return eb.or(parts)
}

/** The condition of a filter, for queries over `groups`. */
export const matching =
  (filter: GroupFilter) =>
  (eb: Groups): Expression<SqlBool> => {
    const parts: Expression<SqlBool>[] = []
    if (filter.approved !== undefined) parts.push(eb('groups.approved', '=', flag(filter.approved)))
    if (filter.year !== undefined) parts.push(eb('groups.year', '=', filter.year))
    if (filter.workshop !== undefined) parts.push(eb('groups.display_in_workshop', '=', flag(filter.workshop)))
    if (filter.anyConsent !== undefined) parts.push(anyConsent(eb, filter.anyConsent))
    if (filter.platform !== undefined) {
      const { platformId, inForce } = filter.platform
      const given = consentInForce(eb, platformId === undefined ? undefined : [platformId])
      parts.push(inForce ? given : eb.not(given))
    }
    return eb.and(parts)
  }
