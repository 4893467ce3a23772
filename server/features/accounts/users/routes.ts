import * as contract from '#contract/accounts/users.ts'
import type { Route } from '#server/http/route.ts'
import { createUser, deleteUser, updateUser, withId } from './accounts.ts'

export function accountRoutes(route: Route): void {
  route(contract.listUsers, async ({ deps }) => ({ users: await deps.database.users.all() }))

  route(contract.createUser, async ({ deps, body, caller }) => ({ user: await createUser(deps, caller, body) }))

  route(contract.updateUser, async ({ deps, params, body, caller }) => ({
    user: await updateUser(deps, caller, { of: withId(params.id), change: body }),
  }))

  route(contract.deleteUser, async ({ deps, params, caller }) => {
    const { username } = await deleteUser(deps, caller, withId(params.id))
    return { message: `The account ${username} was deleted` }
  })
}
