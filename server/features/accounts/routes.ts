import * as contract from '#contract/accounts.ts'
import type { Deps } from '#server/deps.ts'
import type { Route } from '#server/http/route.ts'
import { createUser } from './create-user.ts'

export function accountRoutes(deps: Deps, route: Route): void {
  route(contract.listUsers, async () => ({ success: true as const, users: await deps.database.users.all() }))
  route(contract.createUser, async ({ body }) => ({ success: true as const, user: await createUser(deps, body) }))
}
