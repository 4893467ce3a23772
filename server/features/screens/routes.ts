import { previewPath } from '#contract/images/image-paths.ts'
import type { Body } from '#contract/operation/operation.ts'
import * as contract from '#contract/screens.ts'
import { isOpenAt } from '#contract/site/opening-hours.ts'
import { digest } from '#server/domain/digest.ts'
import { orThrow } from '#server/domain/errors.ts'
import { isSilent, type PassingCommand, type Screen, screenNotFound } from '#server/domain/screen.ts'
import { idFrom } from '#server/domain/text/integer.ts'
import { limitRequests, pairingRule } from '#server/http/rate-limits.ts'
import type { Result, Route } from '#server/http/route.ts'
import type { Deps } from '#server/ports/deps.ts'
import type { Report } from '#server/ports/screens.ts'
import { commandScreen, createPairing, createScreen, deleteScreen, updateScreen } from './screens.ts'

export function screenRoutes(route: Route): void {
  pageRoutes(route)
  adminRoutes(route)
}

/** For the slideshow's page, which has no session. Not on the public host (D77). */
function pageRoutes(route: Route): void {
  route(contract.createPairing, async ({ deps, body, request, reply }) => {
    reply.header('cache-control', 'no-store')
    await limitRequests(deps, pairingRule, { request, reply })
    return createPairing(deps, body?.settings ?? {})
  })

  route(contract.sendHeartbeat, ({ deps, body, reply }) => {
    reply.header('cache-control', 'no-store')
    return sendHeartbeat(deps, body)
  })
}

const answer = async (deps: Deps, message: string, screen: Screen) => ({
  message,
  screen: await presentScreen(deps, screen),
})

function adminRoutes(route: Route): void {
  route(contract.listScreens, async ({ deps }) => {
    const screens = await deps.database.screens.all()
    return { screens: await Promise.all(screens.map((each) => presentScreen(deps, each))) }
  })

  route(contract.createScreen, async ({ deps, body, caller }) =>
    answer(deps, 'The screen is paired', await createScreen(deps, caller, body)),
  )

  route(contract.updateScreen, async ({ deps, params, body, caller }) =>
    answer(deps, 'The screen was changed', await updateScreen(deps, caller, { ...body, id: idFrom(params.id) })),
  )

  route(contract.deleteScreen, async ({ deps, params, caller }) => {
    await deleteScreen(deps, caller, idFrom(params.id))
    return { message: 'The screen was removed' }
  })

  route(contract.commandScreen, async ({ deps, params, body, caller }) =>
    answer(
      deps,
      'The command was sent to the screen',
      await commandScreen(deps, caller, { ...body, id: idFrom(params.id) }),
    ),
  )
}

/** As the admins see it, with the photo that it shows. */
async function presentScreen(
  { database, clock }: Pick<Deps, 'database' | 'clock'>,
  screen: Screen,
): Promise<contract.Screen> {
  const { id, name, settings, exhibitions, paused, createdAt, lastSeenAt, imageId, version } = screen
  const now = clock.now()
  const image = imageId === null ? undefined : await database.images.find(imageId)
  return {
    id,
    name,
    settings,
    exhibitions,
    paused,
    isOpen: isOpenAt(settings.openingHours, now),
    isSilent: isSilent(screen, now),
    createdAt,
    lastSeenAt,
    imageId,
    groupId: image?.groupId ?? null,
    previewPath: image === undefined ? null : previewPath(image.previewName),
    version,
  }
}

/** How often a report without news is written. */
const writeEveryMs = 20_000

/** Records what a screen reports and returns its commands. AppError SCREEN_NOT_FOUND for an unknown secret. */
async function sendHeartbeat(
  { database, clock }: Pick<Deps, 'database' | 'clock'>,
  { secret, imageId = null, version = null, done }: Body<typeof contract.sendHeartbeat>,
): Promise<Result<typeof contract.sendHeartbeat>> {
  const report: Report = { imageId, version, done, now: clock.now().toISOString() }
  const secretDigest = digest(secret)
  const find = () => database.screens.findBySecret(secretDigest)
  const found = await find()
  if (found === undefined && (await database.screens.pairingOf(secretDigest, report.now))) {
    return { paired: false, name: null, settings: null, paused: false, commands: [] }
  }
  // It may have been paired between the two looks.
  const screen = orThrow(found ?? (await find()), screenNotFound)
  const { name, settings, exhibitions, paused } = screen
  let commands: readonly PassingCommand[] | undefined = []
  if (saysSomethingNew(screen, report)) {
    commands = await database.transaction((tx) => tx.screens.report(screen.id, report))
    if (commands === undefined) throw screenNotFound()
  }
  return { paired: true, name, settings: { ...settings, exhibitions }, paused, commands: [...commands] }
}

const saysSomethingNew = (screen: Screen, { imageId, version, now }: Report): boolean =>
  screen.commands.length > 0 ||
  screen.silenceReportedAt !== null ||
  screen.imageId !== imageId ||
  screen.version !== version ||
  Date.parse(now) - Date.parse(screen.lastSeenAt) >= writeEveryMs
