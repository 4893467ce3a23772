import { flushCompileCache } from 'node:module'
import sharp from 'sharp'
import { AppError, errorCodeOf } from '#server/domain/errors.ts'
import { limitAddressSpace } from './limit-address-space.ts'
import { runPreviewTask } from './make-preview.ts'
import type { PreviewAnswer, PreviewReply, PreviewTask } from './preview-messages.ts'
import { whenOverdue } from './when-overdue.ts'

// A child process of `sharp-previewer.ts`. Images come from strangers: only the decoders for what is accepted (D9)
// can run, in a process of their own that has no secrets and may die.
sharp.block({ operation: ['VipsForeignLoad'] })
sharp.unblock({ operation: ['VipsForeignLoadJpegFile', 'VipsForeignLoadPngFile', 'VipsForeignLoadWebpFile'] })
sharp.concurrency(1)
sharp.cache(false)

process.on('message', async ({ id, task }: { id: number; task: PreviewTask }) => {
  const overdue = whenOverdue(task.limits)
  const answered = await Promise.race([answer(task), overdue.promise])
  overdue.stop()
  reply({ ...answered, id, memory: process.memoryUsage.rss() })
})
// A signal to the whole service stops the parent, which may still need previews for the uploads it finishes.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => {})
// Also when the parent was killed. Decoding threads would hold back an orderly exit.
process.on('disconnect', () => process.kill(process.pid, 'SIGKILL'))
await limitAddressSpace()
reply({ kind: 'ready' })
// It ends by a signal, after which nothing is saved.
flushCompileCache()

function reply(message: PreviewReply): void {
  if (process.connected) process.send?.(message)
}

async function answer(task: PreviewTask): Promise<PreviewAnswer> {
  try {
    return { kind: 'done', facts: await runPreviewTask(task) }
  } catch (error) {
    if (error instanceof AppError) return { kind: 'refusal', code: error.code, message: error.message }
    return { kind: 'failure', message: String(error), code: errorCodeOf(error) }
  }
}
