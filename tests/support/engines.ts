import { inject } from 'vitest'
import type { DatabaseServer } from './postgres-server.ts'

export type EngineName = 'sqlite' | 'postgres'

declare module 'vitest' {
  interface ProvidedContext {
    /** Where the servers that tests share are asked for. */
    services: string
    /** What `startApp` keeps its rows in. */
    engine: EngineName
  }
}

/** The address of a shared server, started by now; undefined, with a line that says why, where this machine has none. */
async function service<Address>(name: string): Promise<Address | undefined> {
  const response = await fetch(`${inject('services')}${name}`)
  if (response.ok) return (await response.json()) as Address
  const reason = await response.text()
  if (response.status !== 404) throw new Error(reason)
  console.warn(`Skipped: ${reason}`)
  return undefined
}

export const databaseServer = (): Promise<DatabaseServer | undefined> => service('postgres')
