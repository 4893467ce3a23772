import type { Deps } from '#server/deps.ts'
import { inOneProcess } from './in-one-process.ts'
import { removeFiles } from './remove-files.ts'

/** `removeFiles` by one process at a time: many would each send every removal. Asks for the turn only where something is due. */
export async function sweepFiles(
  deps: Pick<Deps, 'storage' | 'files' | 'clock' | 'log'>,
  { owner, startedAt }: { owner: string; startedAt?: Date },
): Promise<void> {
  if (deps.storage.exclusive) {
    await removeFiles(deps, { ...(startedAt && { startedAt }) })
    return
  }
  if ((await deps.storage.dueFileRemovals(deps.clock.now().toISOString(), 1)).length === 0) return
  await inOneProcess(deps, { job: 'remove_files', owner }, () => removeFiles(deps))
}
