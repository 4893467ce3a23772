import { useEffect } from 'react'
import type { GroupsChanged, GroupsVersion } from '#contract/live-updates.ts'
import { isAllowed } from '#contract/operation/access.ts'
import { withBasePath } from '#web/api/base-path.ts'
import { subscribeToEvents } from '#web/api/event-stream.ts'
import { queryClient } from '#web/api/query-client.ts'
import { type AdminUser, loadedVersion } from '#web/features/admin/shared/auth/session.ts'
import { recordDecisions } from './decisions.ts'

/** Changes come in bursts: one load for all of them. */
const gatherMs = 150
const betweenMs = 1_000

/** Queries about groups, by the second part of their key. */
const about: readonly unknown[] = ['groups', 'counts', 'overview', 'takedowns', 'removal-requests']

const reload = () => {
  // Own steps load everything again when they are done.
  if (queryClient.isMutating() > 0) return
  void queryClient.invalidateQueries({
    predicate: ({ queryKey: [admin, part] }) => admin === 'admin' && about.includes(part),
  })
}

/** Reloads what is shown after each change; the first time immediately, then at most once a second. */
const createReloading = () => {
  let timer: number | undefined
  let last = 0
  return {
    soon() {
      if (timer !== undefined) return
      const wait = Math.max(gatherMs, last + betweenMs - Date.now())
      timer = window.setTimeout(() => {
        timer = undefined
        last = Date.now()
        reload()
      }, wait)
    },
    stop: () => clearTimeout(timer),
  }
}

/** Keeps the pages of a moderator as the groups are now. */
export const useLiveUpdates = ({ role, username }: AdminUser): void => {
  useEffect(() => {
    if (!isAllowed('moderator', role)) return
    const reloading = createReloading()
    let known = loadedVersion()
    const end = subscribeToEvents<GroupsVersion, GroupsChanged>(withBasePath('/api/admin/events'), {
      onCurrent({ contentVersion }) {
        if (contentVersion !== known) reloading.soon()
        known = contentVersion
      },
      onChange: (change) => {
        recordDecisions(change, username)
        reloading.soon()
      },
    })
    return () => {
      end()
      reloading.stop()
    }
  }, [role, username])
}
