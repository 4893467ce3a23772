import { getSystemErrorMessage } from 'node:util'
import { messageOf } from '#server/domain/errors.ts'
import { type Backup, backUp } from './back-up.ts'

// A process that makes one backup for the service: copying a database blocks the process that does it.

export type BackupOrder = Omit<Backup, 'clock' | 'progress' | 'check'> & {
  /** By the clock of the service, in milliseconds. */
  readonly now: number
}
export interface BackupAnswer {
  readonly failure?: string
}

/** Without paths: it is shown to admins and sent to the team. */
function reasonOf(error: unknown, { to, config }: BackupOrder): string {
  const { errno, code }: { errno?: number; code?: string } = error ?? {}
  if (typeof errno === 'number') return `${code}: ${getSystemErrorMessage(errno)}`
  return messageOf(error).replaceAll(to, '…').replaceAll(config.dataDir, '…')
}

async function answerTo({ now, ...order }: BackupOrder): Promise<BackupAnswer> {
  const ahead = now - Date.now()
  const clock = { now: () => new Date(Date.now() + ahead) }
  try {
    await backUp({ ...order, clock, check: true, progress: () => undefined })
    return {}
  } catch (error) {
    return { failure: reasonOf(error, { now, ...order }) }
  }
}

// The service has ended, or has its answer.
process.on('disconnect', () => process.exit())
process.once('message', async (order: BackupOrder) => {
  process.send?.(await answerTo(order), () => process.disconnect?.())
})
