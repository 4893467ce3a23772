import { inject } from 'vitest'
import type { DatabaseServer } from './postgres-server.ts'
import type { S3Server } from './s3-server.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** Where the servers that tests share are asked for; `none` where a run does without them. */
    services: string
    /** What `startApp` keeps its rows in. */
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

/** The address of a server, which runs by now; undefined, with a line that says why, where this machine cannot have it. */
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
