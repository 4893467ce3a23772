import type { Random } from '#proofs/random.ts'
import type { Client } from './client.ts'
import type { KnownGroup } from './known-groups.ts'

/** The context of all visitors. */
export interface Site {
  readonly client: Client
  readonly groups: KnownGroup[]
  readonly random: Random
  /** Pictures to upload; each upload adds a comment of its own. */
  readonly pictures: readonly Buffer[]
  /** Headers of an admin. */
  readonly admin: Readonly<Record<string, string>>
  readonly broken: string[]
  /** When a read showed what a confirmed change had ended. */
  readonly stale: number[]
}

export interface Photos {
  readonly files: readonly { readonly name: string; readonly bytes: Uint8Array<ArrayBuffer> }[]
  readonly form: () => FormData
  readonly hashes: ReadonlyMap<string, string>
}
