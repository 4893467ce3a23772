import type { NotNull } from 'kysely'
import type { GroupCounts } from '#contract/shapes.ts'
import type { GroupScope } from '#server/domain/group-scope.ts'
import { camelCased } from '#server/domain/text/snake-case.ts'
import type {
  ConsentHistoryEntry,
  ConsentVersion,
  FilteredGroups,
  GroupFilter,
  ModerationReads,
} from '#server/ports/moderation-reads.ts'
import { selectConsents, toConsent } from './consent-store.ts'
import { countGroups } from './count-groups.ts'
import { changedByOwner } from './group-filter.ts'
import { behind, inOrder } from './list-order.ts'
import { listedGroups } from './listed-groups.ts'
import { byGroup, inAllChunks, type StoreContext } from './queries.ts'
import { toGroup } from './rows.ts'
import { type Matches, matchesOf } from './searched-groups.ts'

type Find = (filter: GroupFilter) => Promise<Matches>

function filteredGroups(context: StoreContext, find: Find): FilteredGroups {
  return {
    async groups(filter, page = {}) {
      const { condition, pageOf } = await find(filter)
      const groupIds = await pageOf?.(page)
      if (groupIds === undefined) return listedGroups(context.db, condition, page)
      if (groupIds.length === 0) return []
      return listedGroups(context.db, (eb) => eb('groups.group_id', 'in', groupIds), { order: page.order })
    },

    async countGroups(filter) {
      const { condition, count } = await find(filter)
      return count ?? countGroups(context, filter.scope, condition)
    },
  }
}

function findingOnce(find: Find): Find {
  const found = new Map<string, Promise<Matches>>()
  return (filter) => {
    const key = JSON.stringify(filter)
    const matches = found.get(key) ?? find(filter)
    found.set(key, matches)
    return matches
  }
}

async function countByState(context: StoreContext, scope: GroupScope): Promise<GroupCounts> {
  // Reads of indexes: one of all would read every row.
  const [pending, approved, changed] = await Promise.all([
    countGroups(context, scope, (eb) => eb('groups.approved', '=', 0)),
    countGroups(context, scope, (eb) => eb('groups.approved', '=', 1)),
    countGroups(context, scope, (eb) => changedByOwner(eb, true)),
  ])
  return { pending, approved, changed }
}

async function consentVersions(
  db: StoreContext['db'],
  groupIds: readonly string[],
): Promise<Map<string, ConsentVersion>> {
  const rows = await db
    .selectFrom('consent_history')
    .select(['group_id', 'wording', 'language'])
    .where('group_id', 'in', groupIds.length > 0 ? groupIds : [''])
    .where('consent_type', '=', 'workshop')
    .where('action', '=', 'give')
    .orderBy('id')
    .execute()
  return new Map(rows.map(({ group_id, ...version }) => [group_id, version]))
}

async function consentHistory(db: StoreContext['db'], groupId: string): Promise<ConsentHistoryEntry[]> {
  const rows = await db
    .selectFrom('consent_history as change')
    .leftJoin('social_media_platforms as platform', 'platform.platform_id', 'change.platform_id')
    .selectAll('change')
    .select('platform.platform_name')
    .where('change.group_id', '=', groupId)
    .orderBy('change.id')
    .execute()
  return rows.map(camelCased)
}

function consentReads(context: StoreContext) {
  const { db } = context
  return {
    async groupConsents(filter, { limit, after }) {
      const { condition } = await matchesOf(context, filter)
      const all = db.selectFrom('groups').selectAll().where(condition)
      const older = after ? all.where(behind(after, 'newest')) : all
      const rows = await older.$call(inOrder('newest')).limit(limit).execute()
      if (rows.length === 0) return []
      const groupIds = rows.map((row) => row.group_id)
      const consentsOf = await byGroup(selectConsents(db).where('consent.group_id', 'in', groupIds), toConsent)
      return rows.map((row) => ({ group: toGroup(row), consents: consentsOf(row.group_id) }))
    },

    consentHistory: (groupId) => consentHistory(db, groupId),
    consentVersions: (groupIds) => consentVersions(db, groupIds),
  } satisfies Partial<ModerationReads>
}

function imageHashes({ db }: StoreContext) {
  const hashes = () =>
    db
      .selectFrom('images')
      .select(['group_id as groupId', 'perceptual_hash as perceptualHash'])
      .where('perceptual_hash', 'is not', null)
      .$narrowType<{ perceptualHash: NotNull }>()
  return {
    // After an update no image may have a hash: then this would read all rows without the lower bound.
    newestHashes: (limit) => {
      const last = db.selectFrom('images').select((eb) => eb.fn.max('id').as('id'))
      return hashes()
        .where('id', '>', (eb) => eb(last, '-', limit))
        .orderBy('id', 'desc')
        .execute()
    },

    hashesOf: (groupIds) => inAllChunks(groupIds, (part) => hashes().where('group_id', 'in', part)),
  } satisfies Partial<ModerationReads>
}

export function moderationReads(context: StoreContext): ModerationReads {
  const find: Find = (filter) => matchesOf(context, filter)
  return {
    ...filteredGroups(context, find),
    forRequest: () => filteredGroups(context, findingOnce(find)),
    countByState: (scope) => countByState(context, scope),
    ...consentReads(context),
    ...imageHashes(context),
  }
}
