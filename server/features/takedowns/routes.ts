import * as contract from '#contract/takedowns.ts'
import type { Route } from '#server/http/route.ts'
import { success } from '#server/http/success.ts'
import { confirmTakedown } from './confirm-takedown.ts'
import { presentTakedown } from './present-takedown.ts'

export function takedownRoutes(route: Route): void {
  route(contract.listTakedowns, async ({ deps, query: { done } }) => {
    const takedowns = (await deps.database.moderation.takedowns({ done })).map(presentTakedown)
    return { success: true as const, takedowns, total: takedowns.length }
  })

  route(
    contract.confirmTakedown,
    async ({ deps, params: { groupId, platformId }, body: { done }, caller: moderator }) => {
      const takedown = await confirmTakedown(deps, { groupId, moderator }, { platformId, done })
      const message = done ? 'The takedown is marked as done' : 'The takedown is open again'
      return { ...success(message), takedown: presentTakedown(takedown) }
    },
  )
}
