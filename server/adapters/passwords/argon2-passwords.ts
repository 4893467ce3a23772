import { randomBytes } from 'node:crypto'
import { extname, join } from 'node:path'
import { Worker } from 'node:worker_threads'
import PQueue from 'p-queue'
import { AppError } from '#server/domain/errors.ts'
import type { PasswordRank, Passwords } from '#server/ports/accounts/passwords.ts'

/** RFC 9106, the choice for little memory, on one thread: about 60 ms. A guess costs an attacker as much as a login costs us. */
const fullCost = { memoryCost: 64 * 1024, timeCost: 3, parallelism: 1 } as const

/** One at a time: a flood of logins takes 64 MiB and one core, not all of both. */
const atOnce = 1
const mayWait = 20

/** Loaded for the first password: a start need not wait for it. */
const argon2 = () => import('@node-rs/argon2')

const base64 = (bytes: number) => randomBytes(bytes).toString('base64').replaceAll('=', '')

/** Argon2id (D25). `cost` is lower in tests only. */
export function createPasswords(cost: { memoryCost: number; timeCost: number } = fullCost): Passwords {
  const queue = new PQueue({ concurrency: atOnce })
  const options = { ...fullCost, ...cost }
  // Well-formed, of no password; verifying against it costs as much as against a real one.
  const dummyHash = `$argon2id$v=19$m=${options.memoryCost},t=${options.timeCost},p=${options.parallelism}$${base64(16)}$${base64(32)}`

  async function enqueue<T>(work: () => Promise<T>): Promise<T> {
    if (queue.size >= mayWait) throw new AppError('TEMPORARILY_UNAVAILABLE', 'Too many logins at once; try again soon')
    return queue.add(work)
  }
  // The same characters can be typed as different code points.
  const bytes = (password: string) => password.normalize('NFC')

  return {
    hash: (password) => enqueue(async () => (await argon2()).hash(bytes(password), options)),
    verify: (known, password) =>
      enqueue(async () => {
        const { verify } = await argon2()
        const matches = await verify(known ?? dummyHash, bytes(password))
        return matches && known !== undefined
      }),
    rank: (password, words) => enqueue(() => rankPassword(password, words)),
  }
}

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
