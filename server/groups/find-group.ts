import { AppError } from '#server/domain/errors.ts'
import type { Group } from '#server/domain/group.ts'
import type { Deps } from '#server/ports/deps.ts'

/** AppError GROUP_NOT_FOUND. */
export async function findGroup({ database }: Pick<Deps, 'database'>, groupId: string): Promise<Group> {
  const group = await database.groups.find(groupId)
  if (group === undefined) throw new AppError('GROUP_NOT_FOUND', 'The group does not exist')
  return group
}
