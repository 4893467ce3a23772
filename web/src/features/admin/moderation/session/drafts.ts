import { createStore } from '@tanstack/react-store'
import type { TextName } from '#contract/texts/group-texts.ts'
import { readLocal, writeLocal } from '#web/components/local-store.ts'
import { notSaved } from '#web/components/not-saved.ts'
import { currentAdmin, onSessionEnd } from '#web/features/admin/shared/auth/session.ts'

const storageKey = 'werkschau-moderation-drafts'

/** By moderator and group: after a session has expired, another user may log in. */
type Drafts = Readonly<Record<string, Draft>>

/** They survive a reload, and go with the tab or a logout. */
export const drafts = createStore(readLocal<Drafts>(storageKey, {}, 'sessionStorage'))
drafts.subscribe((now) => void writeLocal(storageKey, now, 'sessionStorage'))
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

export type TextField = TextName | 'year'
type Entries<Key extends string = string> = Readonly<Partial<Record<Key, string>>>

/** What was typed about a group and is not saved yet. */
export interface Draft {
  readonly texts: Entries<TextField>
  /** Captions and alt texts by their keys (`textKey`). */
  readonly captions: Entries
  /** To the owner; it is saved on its own, because it withdraws an approval. */
  readonly note?: string | undefined
}

export const noDraft: Draft = { texts: {}, captions: {} }

export const isEmpty = ({ texts, captions, note }: Draft): boolean =>
  note === undefined && Object.keys(texts).length + Object.keys(captions).length === 0

interface Typed {
  readonly text: string
  /** As the server has it. */
  readonly stored: string
}

const typedInto = (entries: Entries, key: string, { text, stored }: Typed): Entries => {
  const { [key]: _, ...others } = entries
  return text === stored ? others : { ...others, [key]: text }
}

export const withText = (draft: Draft, field: TextField, typed: Typed): Draft => ({
  ...draft,
  texts: typedInto(draft.texts, field, typed),
})

export const withCaption = (draft: Draft, key: string, typed: Typed): Draft => ({
  ...draft,
  captions: typedInto(draft.captions, key, typed),
})

export const withoutSaved = (draft: Draft, { texts, captions }: Pick<Draft, 'texts' | 'captions'>): Draft => ({
  ...draft,
  texts: notSaved(draft.texts, texts),
  captions: notSaved(draft.captions, captions),
})
