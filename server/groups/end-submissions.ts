import type { Deps } from '#server/ports/deps.ts'
import { filesOfSubmission } from './submission-files.ts'

const atOnce = 20

/** Removes submissions that have ended before `time`; the outbox removes their files. Returns how many. */
export async function endSubmissions({ database }: Pick<Deps, 'database'>, time: string): Promise<number> {
  let ended = 0
  for (;;) {
    const submissions = await database.transaction(async (tx) => {
      const taken = await tx.submissions.takeEnded(time, atOnce)
      await tx.fileRemovals.plan(taken.flatMap(filesOfSubmission), 0)
      return taken
    })
    ended += submissions.length
    if (submissions.length < atOnce) return ended
  }
}
