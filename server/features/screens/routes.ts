import * as contract from '#contract/screens.ts'
import { type Screen, screenNotFound } from '#server/domain/screen.ts'
import { integerFrom } from '#server/domain/text/integer.ts'
import { limitRequests, pairingRule } from '#server/http/rate-limits.ts'
import type { Route } from '#server/http/route.ts'
import { success } from '#server/http/success.ts'
import type { Deps } from '#server/ports/deps.ts'
import { commandScreen } from './command-screen.ts'
import { createPairing } from './create-pairing.ts'
import { createScreen } from './create-screen.ts'
import { deleteScreen } from './delete-screen.ts'
import { presentScreen } from './present-screen.ts'
import { sendHeartbeat } from './send-heartbeat.ts'
import { updateScreen } from './update-screen.ts'

export function screenRoutes(route: Route): void {
  pageRoutes(route)
  adminRoutes(route)
}

/** For the slideshow's page, which has no session. Not on the public host (D77). */
function pageRoutes(route: Route): void {
  route(contract.createPairing, async ({ deps, body, request, reply }) => {
    reply.header('cache-control', 'no-store')
    await limitRequests(deps, pairingRule, { request, reply })
    return { success: true as const, ...(await createPairing(deps, body?.settings ?? {})) }
  })

  route(contract.sendHeartbeat, ({ deps, body, reply }) => {
    reply.header('cache-control', 'no-store')
    return sendHeartbeat(deps, body)
  })
}

/** AppError SCREEN_NOT_FOUND for anything that cannot be an id. */
function idOf({ id }: { id: string }): number {
  const number = integerFrom(id)
  if (number === undefined || number < 1 || number > 2 ** 31 - 1) throw screenNotFound()
  return number
}

const answer = async (deps: Deps, message: string, screen: Screen) => ({
  ...success(message),
  screen: await presentScreen(deps, screen),
})

function adminRoutes(route: Route): void {
  route(contract.listScreens, async ({ deps }) => {
    const screens = await deps.database.screens.all()
    return { success: true as const, screens: await Promise.all(screens.map((each) => presentScreen(deps, each))) }
  })

  route(contract.createScreen, async ({ deps, body, caller }) =>
    answer(deps, 'The screen is paired', await createScreen(deps, caller, body)),
  )

  route(contract.updateScreen, async ({ deps, params, body, caller }) =>
    answer(deps, 'The screen was changed', await updateScreen(deps, caller, { ...body, id: idOf(params) })),
  )

  route(contract.deleteScreen, async ({ deps, params, caller }) => {
    await deleteScreen(deps, caller, idOf(params))
    return success('The screen was removed')
  })

  route(contract.commandScreen, async ({ deps, params, body, caller }) =>
    answer(
      deps,
      'The command was sent to the screen',
      await commandScreen(deps, caller, { ...body, id: idOf(params) }),
    ),
  )
}
