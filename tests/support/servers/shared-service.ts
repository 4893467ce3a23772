import { inject } from 'vitest'
import type { DatabaseServer } from './databases.ts'
import type { S3Server } from './s3-server.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** The address to request shared servers from; `none` for a run without them. */
    services: string
    /** The database of `startApp`. */
    engine: 'sqlite' | 'postgres'
  }
}

/** Addresses of the servers that the tests of a run share. */
interface SharedServices {
  readonly postgres: DatabaseServer
  readonly s3: S3Server
  /** Installed; each test starts its own. */
  readonly haproxy: true
  /** The paths of their programs. */
  readonly caddy: string
  readonly nginx: string
}

/** The address of a running server; undefined, with a printed reason, if it is not available on this machine. */
export async function sharedService<Name extends keyof SharedServices>(
  name: Name,
): Promise<SharedServices[Name] | undefined> {
  if (inject('services') === 'none') return undefined
  const response = await fetch(`${inject('services')}${name}`)
  if (response.ok) return (await response.json()) as SharedServices[Name]
  const reason = await response.text()
  if (response.status !== 404) throw new Error(reason)
  console.warn(`Skipped: ${reason}`)
  return undefined
}
