import type { Kysely } from 'kysely'
import type { Engine } from '#server/adapters/database/engine.ts'
import type { Tables } from '#server/adapters/database/tables.ts'

export interface Schema extends Pick<Engine, 'withIdentity' | 'createSearchIndex'> {
  readonly db: Kysely<Tables>
}

/** Numbered steps of the schema, the same for both engines. A step that was released is never changed. */
export type Migrations = Readonly<Record<string, (schema: Schema) => Promise<void>>>
