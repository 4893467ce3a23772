import { notify } from '#server/groups/notify.ts'
import type { Transaction } from '#server/ports/database.ts'
import type { Deps } from '#server/ports/deps.ts'

const remindAfterMs = 3 * 24 * 60 * 60_000

/** Queues a reminder of the takedowns that have been open for more than three days. */
export async function remindOfTakedowns(deps: Pick<Deps, 'config' | 'clock'>, tx: Transaction): Promise<void> {
  const before = new Date(deps.clock.now().getTime() - remindAfterMs).toISOString()
  const { count, oldestAt } = await tx.takedowns.openBefore(before)
  if (oldestAt === null) return
  const payload = { count, oldestAt }
  await notify(deps, tx, { kind: 'takedown_reminder', groupId: null, payload })
}
