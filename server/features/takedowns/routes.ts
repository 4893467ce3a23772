import * as contract from '#contract/takedowns.ts'
import { sendJsonList } from '#server/http/json-list.ts'
import type { Route } from '#server/http/route.ts'
import { success } from '#server/http/success.ts'
import { confirmTakedown } from './confirm-takedown.ts'
import { listTakedowns } from './list-takedowns.ts'
import { markTakedown } from './mark-takedown.ts'
import { presentTakedown } from './present-takedown.ts'
import { recordPosting } from './record-posting.ts'

const marked = (done: boolean) => success(done ? 'The takedown is marked as done' : 'The takedown is open again')

export function takedownRoutes(route: Route): void {
  route(contract.listTakedowns, ({ deps, query, reply }) =>
    sendJsonList(reply, {
      head: { success: true },
      name: 'takedowns',
      parts: listTakedowns(deps, query),
      tail: (total) => ({ total }),
    }),
  )

  route(
    contract.confirmTakedown,
    async ({ deps, params: { groupId, platformId }, body: { done }, caller: moderator }) => {
      const takedown = await confirmTakedown(deps, { groupId, moderator }, { platformId, done })
      return { ...marked(done), takedown: presentTakedown(takedown) }
    },
  )

  route(contract.markTakedown, async ({ deps, params: { takedownId }, body: { done }, caller: moderator }) => {
    const takedown = await markTakedown(deps, moderator, { takedownId, done })
    return { ...marked(done), takedown: presentTakedown(takedown) }
  })

  route(contract.recordPosting, async ({ deps, params: { groupId }, body, caller: moderator }) => {
    const posting = await recordPosting(deps, { groupId, moderator }, body)
    return { success: true as const, posting: { ...posting, imageIds: [...posting.imageIds] } }
  })
}
