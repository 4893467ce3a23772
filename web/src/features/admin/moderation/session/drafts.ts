import { createStore } from '@tanstack/react-store'
import { currentAdmin } from '#web/features/admin/shared/auth/session.ts'
import { onSessionEnd } from '#web/features/admin/shared/auth/session-end.ts'
import { type Draft, isEmpty, noDraft } from './draft.ts'

const storageKey = 'werkschau-moderation-drafts'

/** By moderator and group: after a session has expired, another user may log in. */
type Drafts = Readonly<Record<string, Draft>>

const read = (): Drafts => {
  try {
    return JSON.parse(sessionStorage.getItem(storageKey) ?? '{}')
  } catch {
    return {}
  }
}

/** They survive a reload, and go with the tab or a logout. */
export const drafts = createStore(read())
drafts.subscribe((now) => {
  try {
    sessionStorage.setItem(storageKey, JSON.stringify(now))
  } catch {
    // Without storage they last as long as the page.
  }
})
onSessionEnd(({ expired }) => {
  if (!expired) drafts.setState(() => ({}))
})

const keyOf = (groupId: string): string => `${currentAdmin()?.id} ${groupId}`

export const draftOf = (groupId: string, all: Drafts = drafts.state): Draft => all[keyOf(groupId)] ?? noDraft

export const changeDraft = (groupId: string, change: (draft: Draft) => Draft): void =>
  drafts.setState(({ [keyOf(groupId)]: draft = noDraft, ...others }) => {
    const next = change(draft)
    return isEmpty(next) ? others : { ...others, [keyOf(groupId)]: next }
  })

export const forgetDraft = (groupId: string): void => changeDraft(groupId, () => noDraft)
