import sharp from 'sharp'
import { AppError } from '#server/errors.ts'
import { runPreviewTask } from './make-preview.ts'
import type { PreviewAnswer, PreviewReply, PreviewRequest } from './preview-messages.ts'

// The child process of `sharp-previewer.ts`. Images come from strangers: only the decoders for what is accepted (D9)
// can run, in a process of their own that has no secrets and may die.
sharp.block({ operation: ['VipsForeignLoad'] })
sharp.unblock({ operation: ['VipsForeignLoadJpegFile', 'VipsForeignLoadPngFile', 'VipsForeignLoadWebpFile'] })
sharp.concurrency(1)
sharp.cache(false)

process.on('message', async (request: PreviewRequest) => {
  const answered = await answer(request)
  reply({ ...answered, memory: process.memoryUsage.rss() })
})
// A signal to the whole service stops the parent, which may still need previews for the uploads it finishes.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => {})
// Also when the parent was killed. Decoding threads would hold back an orderly exit.
process.on('disconnect', () => process.kill(process.pid, 'SIGKILL'))
reply({ kind: 'ready' })

function reply(message: PreviewReply): void {
  if (process.connected) process.send?.(message)
}

async function answer(request: PreviewRequest): Promise<PreviewAnswer> {
  const { id } = request
  try {
    return { kind: 'done', id, facts: await runPreviewTask(request) }
  } catch (error) {
    if (error instanceof AppError) return { kind: 'refusal', id, code: error.code, message: error.message }
    return { kind: 'failure', id, message: String(error), code: (error as NodeJS.ErrnoException).code }
  }
}
