import { isOpenAt } from '#contract/site/opening-hours.ts'
import type { Screen } from '#server/domain/screen.ts'
import { notify } from '#server/groups/notify.ts'
import type { Deps } from '#server/ports/deps.ts'

const silentAfterMs = 10 * 60_000

/** Notifies the team, once, of each screen that was silent for ten minutes within its opening hours. */
export async function reportSilentScreens(deps: Pick<Deps, 'settings' | 'database' | 'clock'>): Promise<void> {
  const { database, clock } = deps
  const time = clock.now()
  const now = time.toISOString()
  const before = new Date(time.getTime() - silentAfterMs).toISOString()
  // Open at both times: a screen that is switched on in the morning has ten minutes to start.
  const isExpected = ({ settings: { openingHours } }: Screen) =>
    isOpenAt(openingHours, time) && isOpenAt(openingHours, new Date(before))
  for (const { id, name, lastSeenAt } of (await database.screens.silentSince(before)).filter(isExpected)) {
    await database.transaction(async (tx) => {
      if (!(await tx.screens.recordSilence(id, { before, now }))) return
      await notify(deps, tx, { kind: 'screen_silent', groupId: null, payload: { name, lastSeenAt } })
    })
  }
}
