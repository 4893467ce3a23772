import { extname, join } from 'node:path'
import { Worker } from 'node:worker_threads'
import type { PasswordRank } from '#server/ports/accounts/passwords.ts'

const workerFile = join(import.meta.dirname, `strength-worker${extname(import.meta.filename)}`)

/**
 * Ranks a password in a separate thread: the dictionaries take 80 MB and half a second to load, and passwords are set
 * rarely. The memory is freed with the thread.
 */
export const rankPassword = (password: string, words: readonly string[]): Promise<PasswordRank> =>
  new Promise((resolve, reject) => {
    const worker = new Worker(workerFile, { workerData: { password: password.normalize('NFC'), words } })
    worker.once('message', resolve)
    worker.once('error', reject)
    worker.once('exit', (code) => reject(new Error(`The ranking of a password ended with code ${code}`)))
  })
