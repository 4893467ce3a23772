import * as contract from '#contract/accounts.ts'
import type { Deps } from '#server/deps.ts'
import type { Route } from '#server/http/route.ts'
import { withId } from './change-account.ts'
import { createUser } from './create-user.ts'
import { deleteUser } from './delete-user.ts'
import { updateUser } from './update-user.ts'

export function accountRoutes(deps: Deps, route: Route): void {
  route(contract.listUsers, async () => ({ success: true as const, users: await deps.database.users.all() }))

  route(contract.createUser, async ({ body }) => ({ success: true as const, user: await createUser(deps, body) }))

  route(contract.updateUser, async ({ params, body }) => ({
    success: true as const,
    user: await updateUser(deps, { of: withId(params.id), change: body }),
  }))

  route(contract.deleteUser, async ({ params }) => {
    const { username } = await deleteUser(deps, withId(params.id))
    return { success: true as const, message: `The account ${username} was deleted` }
  })
}
