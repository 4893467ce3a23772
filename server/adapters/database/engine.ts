import type { CreateTableBuilder, Kysely, RawBuilder, SqlBool, Transaction } from 'kysely'
import type { IRateLimiterOptions, RateLimiterAbstract } from 'rate-limiter-flexible'
import type { RateLimitsTable } from './account-tables.ts'
import type { Row, Tables } from './tables.ts'

/** What one database engine does its own way. Everything else is common to both. */
export interface Engine {
  readonly db: Kysely<Tables>
  /** Runs `run` in a transaction of its own; what it wrote is durable when this returns. */
  readonly transaction: <T>(run: (tx: Transaction<Tables>) => Promise<T>) => Promise<T>
  /** No other process serves from this database. */
  readonly exclusive: boolean
  /** Hands out a connection that may take and wait as long as a change of the schema or a copy of all rows needs. */
  readonly forMigration: <T>(run: (db: Kysely<Tables>) => Promise<T>) => Promise<T>
  /** Adds a primary key `id` that numbers itself and never hands out a number twice. */
  readonly withIdentity: <T extends string, C extends string>(
    table: CreateTableBuilder<T, C>,
  ) => CreateTableBuilder<T, C | 'id'>
  /** Makes the index that leads from any three letters to the rows of `group_search`. */
  readonly createSearchIndex: (db: Kysely<Tables>) => Promise<void>
  /** Deletes all rows of `group_search` and empties the index. */
  readonly clearSearch: (db: Kysely<Tables>) => Promise<void>
  readonly search: SearchConditions
  /** After rows were inserted with their own ids: the next id is larger than all of them. */
  readonly continueIdentity: (db: Kysely<Tables>, table: 'images') => Promise<void>
  /** The last id that the table handed out, also when its row is gone; 0 before the first. */
  readonly lastIdentity: (db: Kysely<Tables>, table: keyof Tables) => Promise<number>
  /** The next id is larger than `last`, whatever rows there are. */
  readonly setIdentity: (db: Kysely<Tables>, identity: { table: keyof Tables; last: number }) => Promise<void>
  /** Waits for the transactions that write to the table; new ones wait until this one ends. */
  readonly lockTable: (db: Kysely<Tables>, table: keyof Tables) => Promise<void>
  /**
   * The time in `ms`, ISO 8601, by a clock that all processes with this database share and that does not follow the
   * clock of one machine when it jumps.
   */
  readonly timeAfter: (ms: number) => RawBuilder<string>
  /** The time of the server that several processes share, in milliseconds since 1970; none where one process is alone. */
  readonly readTime?: () => Promise<number>
  readonly isUniqueViolation: (error: unknown) => boolean
  readonly isFull: (error: unknown) => boolean
  /** The disk is read-only or broken. */
  readonly isUnwritable: (error: unknown) => boolean
  /** Frees the space reserved for a full disk; false where there is none. */
  readonly releaseReserve: () => boolean
  /** Reserves that space again when enough is free; true when it was missing. */
  readonly keepReserve: () => Promise<boolean>
  /** The counter of changes that a transaction raises: not the same for those that can commit at the same time. */
  readonly changeSlot: RawBuilder<number>
  /** Runs reads that see no commit between them, where a group could change its slot by one. */
  readonly snapshot: <T>(db: Kysely<Tables>, read: (db: Kysely<Tables>) => Promise<T>) => Promise<T>
  /**
   * The number of changes of groups. A plain number where this process alone writes or can tell at once
   * whether another one did; a promise where the database has to be asked.
   */
  readonly contentVersion: () => number | Promise<number>
  /** Sends `messages` to all processes with this database; undefined where there are no others. */
  readonly notify?: (messages: readonly string[]) => Promise<void>
  /** Receives these messages, also those of this process, over a connection that is made again when it breaks. */
  readonly listen?: (onMessage: (message: string) => void) => Listening
  /** Called after every commit of this process, before the transaction returns. */
  readonly committed: (effects: { readonly deleted: boolean }) => void
  /**
   * The table of the counters, made when it is missing. A limiter writes at any time, also while a transaction is open,
   * so it works on a connection that no transaction uses.
   */
  readonly openCounterTable: () => Promise<CounterTable>
  readonly close: () => Promise<void>
}

/** How groups are found whose search text contains all terms, each of at least three characters. */
type SearchConditions = (SearchAtOnce | SearchInSteps) & {
  /** A condition on the text of a row of `group_search`: cheaper than the index where most rows match. */
  readonly direct: (terms: readonly string[]) => RawBuilder<SqlBool>
}

interface SearchAtOnce {
  /**
   * `from` and `where` of a query over `groups` that begins with the index; conditions follow with `and`. undefined where
   * so many rows match that reading their texts is faster.
   */
  readonly indexed: (db: Kysely<Tables>, terms: readonly string[]) => Promise<RawBuilder<unknown> | undefined>
  readonly next?: never
}

/** Where a statement blocks everybody. */
interface SearchInSteps {
  /** Up to `limit` rows of the index with ids larger than `after`, by id. */
  readonly next: (
    terms: readonly string[],
    from: { after: number; limit: number },
  ) => RawBuilder<Pick<Row<'group_search'>, 'id' | 'group_id'>>
  readonly indexed?: never
}

export type CounterTables = { readonly rate_limits: RateLimitsTable }

export interface CounterTable {
  readonly db: Kysely<CounterTables>
  readonly limiter: (options: IRateLimiterOptions) => RateLimiterAbstract
  readonly close: () => Promise<void>
}

export interface Listening {
  /** The first attempt to connect is over. */
  readonly attempted: Promise<void>
  /** Messages arrive. After a break some may be lost. */
  readonly isConnected: () => boolean
  readonly close: () => Promise<void>
}
