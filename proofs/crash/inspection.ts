import type { Ending } from './book.ts'
import type { Connection } from './connection.ts'
import type { Place } from './place.ts'
import type { ReadBack } from './read-back.ts'
import type { Client } from './workload.ts'

/** What the state after a crash is compared with, and where findings go. */
export interface Inspection {
  readonly place: Place
  readonly connection: Connection
  readonly clients: readonly Client[]
  /** Texts that the chat bot has received. */
  readonly delivered: () => readonly string[]
  readonly photoDigests: ReadonlySet<string>
  /** URLs of everything that was ever deleted. */
  readonly graveyard: Set<string>
  readonly ending: Ending
  readonly complain: (finding: string) => void
  readonly readBack: ReadBack
  /** Check everything, not only changes. */
  readonly thorough: boolean
}
