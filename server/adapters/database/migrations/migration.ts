import type { Kysely } from 'kysely'
import type { Engine } from '#server/adapters/database/engine.ts'
import type { Tables } from '#server/adapters/database/tables.ts'

/** One numbered step of the schema, the same for both engines. A step that was released is never changed. */
export type Migration = (
  schema: { readonly db: Kysely<Tables> } & Pick<Engine, 'withIdentity' | 'createSearchIndex'>,
) => Promise<void>
