import { randomBytes } from 'node:crypto'
import { chmod, link, mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Logger } from 'pino'
import { errorCodeOf, ifThere } from '#server/domain/errors.ts'

const recommendedBytes = 32

/**
 * The secret of the admin sessions: the configured one, else one that is generated once and kept in the data folder (D27).
 * The log mentions it, but never its value.
 */
export async function sessionSecret(
  { configured, dataDir }: { configured: string | undefined; dataDir: string },
  log: Logger,
): Promise<string> {
  if (configured === undefined) return keptSecret(dataDir, log)
  if (Buffer.byteLength(configured) < recommendedBytes) {
    log.warn(`ADMIN_SESSION_SECRET is short; at least ${recommendedBytes} random bytes are recommended`)
  }
  return configured
}

async function keptSecret(dataDir: string, log: Logger): Promise<string> {
  const path = join(dataDir, 'session-secret')
  const kept = await read(path)
  if (kept !== undefined) {
    await chmod(path, 0o600)
    return kept
  }
  await mkdir(dataDir, { recursive: true })
  const draft = `${path}.${process.pid}.${randomBytes(6).toString('hex')}`
  await writeFile(draft, `${randomBytes(32).toString('base64url')}\n`, { mode: 0o600, flush: true })
  try {
    // Linked when it is complete; if two processes start together, the first one's stays.
    await link(draft, path)
    log.warn('ADMIN_SESSION_SECRET is not set: a secret was generated and kept in the data folder (session-secret)')
  } catch (error) {
    if (errorCodeOf(error) !== 'EEXIST') throw error
  } finally {
    await rm(draft, { force: true })
  }
  const secret = await read(path)
  if (secret === undefined) throw new Error('The file session-secret in the data folder is empty: remove it')
  return secret
}

async function read(path: string): Promise<string | undefined> {
  return (await ifThere(readFile(path, 'utf8')))?.trim() || undefined
}
