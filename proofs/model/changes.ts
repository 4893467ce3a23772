import { consents } from './changes/consents.ts'
import { edits } from './changes/edits.ts'
import { exhibitions } from './changes/exhibitions.ts'
import type { Change, Handlers } from './changes/handlers.ts'
import { moderation } from './changes/moderation.ts'
import { removalRequests } from './changes/removal-requests.ts'
import { submissions } from './changes/submissions.ts'
import { time } from './changes/time.ts'
import { uploads } from './changes/uploads.ts'
import type { Expected } from './group.ts'
import type { State } from './state.ts'

const handlers: Handlers<Change['op']> = {
  ...uploads,
  ...submissions,
  ...edits,
  ...consents,
  ...moderation,
  ...removalRequests,
  ...exhibitions,
  ...time,
}

/** What the service answers to a change, and the state after it. */
export function change(state: State, step: Change): Expected {
  const handle = handlers[step.op] as (state: State, step: Change) => Expected
  return handle(state, step)
}
