import type { Body, Reply } from '#contract/operation/operation.ts'
import type { sendHeartbeat as contract } from '#contract/screens.ts'
import { digest } from '#server/domain/digest.ts'
import { type PassingCommand, type Screen, screenNotFound } from '#server/domain/screen.ts'
import type { Deps } from '#server/ports/deps.ts'
import type { Report } from '#server/ports/screens.ts'

/** How often a report without news is written. */
const writeEveryMs = 20_000

/** Records what a screen reports and returns its commands. AppError SCREEN_NOT_FOUND for an unknown secret. */
export async function sendHeartbeat(
  { database, clock }: Pick<Deps, 'database' | 'clock'>,
  { secret, imageId = null, version = null, done }: Body<typeof contract>,
): Promise<Reply<typeof contract>> {
  const success = true as const
  const report: Report = { imageId, version, done, now: clock.now().toISOString() }
  const secretDigest = digest(secret)
  const screen = await database.screens.findBySecret(secretDigest)
  if (screen === undefined) {
    if ((await database.screens.pairingOf(secretDigest, report.now)) === undefined) throw screenNotFound()
    return { success, paired: false, name: null, settings: null, paused: false, commands: [] }
  }
  const { name, settings, paused } = screen
  let commands: readonly PassingCommand[] | undefined = []
  if (saysSomethingNew(screen, report)) {
    commands = await database.transaction((tx) => tx.screens.report(screen.id, report))
    if (commands === undefined) throw screenNotFound()
  }
  return { success, paired: true, name, settings, paused, commands: [...commands] }
}

const saysSomethingNew = (screen: Screen, { imageId, version, now }: Report): boolean =>
  screen.commands.length > 0 ||
  screen.silenceReportedAt !== null ||
  screen.imageId !== imageId ||
  screen.version !== version ||
  Date.parse(now) - Date.parse(screen.lastSeenAt) >= writeEveryMs
