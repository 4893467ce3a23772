import { isInForce } from '#server/domain/consents/consent.ts'
import type { Group } from '#server/domain/group.ts'
import { type GroupScope, isInScope } from '#server/domain/group-scope.ts'
import { type ArchivedPhoto, shownPhotos } from '#server/groups/photo-archive.ts'
import type { Deps } from '#server/ports/deps.ts'
import { pressGroups } from './list-press-groups.ts'

interface PressChoice {
  readonly platformId: number
  /** Default: all groups. */
  readonly groupIds: ReadonlySet<string> | undefined
  readonly scope: GroupScope
}

async function* allGroups(database: Deps['database'], { scope, platformId }: PressChoice): AsyncGenerator<Group[]> {
  for await (const part of pressGroups(database, scope, platformId)) yield part.map(({ group }) => group)
}

async function* chosenGroups(
  database: Deps['database'],
  groupIds: ReadonlySet<string>,
  { scope, platformId }: PressChoice,
): AsyncGenerator<Group[]> {
  for (const groupId of groupIds) {
    const group = await database.groups.find(groupId)
    if (!group?.isApproved || !isInScope(scope, group.exhibitionId)) continue
    const consents = await database.consents.ofGroup(groupId)
    if (consents.some((consent) => consent.platformId === platformId && isInForce(consent))) yield [group]
  }
}

/** Every photo that may be posted at this moment, in parts. */
export async function* pressPhotos(
  { database }: Pick<Deps, 'database'>,
  choice: PressChoice,
): AsyncGenerator<ArchivedPhoto[]> {
  const { groupIds } = choice
  const parts = groupIds ? chosenGroups(database, groupIds, choice) : allGroups(database, choice)
  for await (const groups of parts) yield shownPhotos(database, groups)
}
