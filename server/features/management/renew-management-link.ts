import type { ManagedGroup } from '#server/domain/caller.ts'
import { digest } from '#server/domain/digest.ts'
import { AppError } from '#server/domain/errors.ts'
import { groupNotFound } from '#server/domain/group.ts'
import { newManagementToken } from '#server/domain/names.ts'
import { lockGroup } from '#server/groups/change-group.ts'
import type { Deps } from '#server/ports/deps.ts'

/**
 * Gives the group a new token, the client's if it sends one, and returns it; the old one counts as one that was valid
 * once (D56). AppError GROUP_NOT_FOUND, INVALID_BODY for a token in use.
 */
export async function renewManagementLink(
  { database, clock }: Pick<Deps, 'database' | 'clock'>,
  { groupId, managementToken: old }: ManagedGroup,
  managementToken: string = newManagementToken(),
): Promise<string> {
  await database.transaction(async (tx) => {
    const group = await lockGroup(tx, groupId)
    // Another request with the old link has renewed it already.
    if (group.managementToken !== old) throw groupNotFound()
    if (await tx.groups.findByToken(managementToken)) {
      throw new AppError('INVALID_BODY', 'managementToken is in use: send a new random one')
    }
    await tx.groups.setToken(groupId, managementToken)
    await tx.formerTokens.add(digest(old), clock.now().toISOString())
  })
  return managementToken
}
