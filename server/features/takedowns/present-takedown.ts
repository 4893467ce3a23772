import type * as contract from '#contract/takedowns.ts'
import type { Takedown } from '#server/ports/moderation-reads.ts'

export const presentTakedown = ({ takenDown, ...takedown }: Takedown): contract.Takedown => ({
  ...takedown,
  done: takenDown !== null,
  doneTimestamp: takenDown?.at ?? null,
  doneBy: takenDown?.by ?? null,
})
