import type * as contract from '#contract/takedowns.ts'
import type { Takedown } from '#server/ports/takedown-store.ts'

export const presentTakedown = ({ takenDown, ...takedown }: Takedown): contract.Takedown => ({
  ...takedown,
  done: takenDown !== null,
  doneTimestamp: takenDown?.at ?? null,
  doneBy: takenDown?.by ?? null,
})
