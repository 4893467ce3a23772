import * as contract from '#contract/takedowns.ts'
import type { Deps } from '#server/deps.ts'
import type { Route } from '#server/http/route.ts'
import { success } from '#server/http/success.ts'
import { confirmTakedown } from './confirm-takedown.ts'
import { presentTakedown } from './present-takedown.ts'

export function takedownRoutes(deps: Deps, route: Route): void {
  route(contract.listTakedowns, async ({ query: { done } }) => {
    const takedowns = (await deps.database.moderation.takedowns({ done })).map(presentTakedown)
    return { success: true as const, takedowns, total: takedowns.length }
  })

  route(contract.confirmTakedown, async ({ params, body: { done }, caller: { username } }) => {
    const takedown = await confirmTakedown(deps, { ...params, done, username })
    const message = done ? 'The takedown is marked as done' : 'The takedown is open again'
    return { ...success(message), takedown: presentTakedown(takedown) }
  })
}
