import * as contract from '#contract/platforms.ts'
import { presentPlatform } from '#server/groups/presentation/present-platform.ts'
import type { Route } from '#server/http/route.ts'
import { success } from '#server/http/success.ts'
import { createPlatform } from './create-platform.ts'
import { updatePlatform } from './update-platform.ts'

export function platformRoutes(route: Route): void {
  route(contract.createPlatform, async ({ deps, body, caller: admin }) => {
    const platform = await createPlatform(deps, admin, body)
    return { ...success('The platform was added'), platform: presentPlatform(platform) }
  })

  route(contract.updatePlatform, async ({ deps, params: { id }, body, caller: admin }) => {
    const platform = await updatePlatform(deps, admin, { id, change: body })
    return { ...success('The platform was changed'), platform: presentPlatform(platform) }
  })
}
