import type { Expected } from '#proofs/model/group.ts'
import type { Operation, Read } from '#proofs/model/operations.ts'
import type { State } from '#proofs/model/state.ts'

export type Change = Exclude<Operation, Read>

/** What each operation does to the state, and what the service answers. */
export type Handlers<O extends Change['op']> = {
  readonly [Op in O]: (state: State, step: Extract<Change, { op: Op }>) => Expected
}
