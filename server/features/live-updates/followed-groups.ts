import type { GroupsChanged } from '#contract/live-updates.ts'
import type { Deps } from '#server/deps.ts'
import { type Audience, createAudience } from './audience.ts'

/** Moderators learn which groups changed, and who of the team decided what. */
export const followedGroups = (deps: Pick<Deps, 'database' | 'clock'>): Audience =>
  createAudience(deps, ({ groupIds, by, decision }, audience) => {
    const change: GroupsChanged = { groupIds: [...groupIds], by, decision, at: deps.clock.now().toISOString() }
    audience.send('change', change)
  })
