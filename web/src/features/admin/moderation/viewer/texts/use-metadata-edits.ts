import { useMutation } from '@tanstack/react-query'
import { limits } from '#contract/limits.ts'
import { characters } from '#web/components/photos/photo.ts'
import { useDraft } from '#web/features/admin/moderation/group/use-session.ts'
import { type TextField, withText } from '#web/features/admin/moderation/session/draft.ts'
import { changeDraft } from '#web/features/admin/moderation/session/drafts.ts'
import { saveDraft } from '#web/features/admin/moderation/session/save-draft.ts'
import { notifySuccess } from '#web/features/admin/shared/notices.tsx'
import { useTexts } from '#web/features/admin/texts/texts.ts'

export interface Metadata {
  readonly groupId: string
  readonly title: string | null
  readonly name: string | null
  readonly year: number
  readonly description: string | null
}

const maxima = { title: limits.title, name: limits.name, description: limits.groupDescription, year: 4 }
const fields = ['title', 'name', 'year', 'description'] as const
export const lastYear = () => new Date().getFullYear() + 1

const isYear = (text: string) => /^\d{4}$/.test(text) && Number(text) >= limits.yearMin && Number(text) <= lastYear()

/** The typed values, a draft until they are saved; untouched fields follow the group, which others may change. */
export const useMetadataEdits = (group: Metadata, onDone: () => void) => {
  const { t } = useTexts()
  const { groupId } = group
  const { texts } = useDraft(groupId)
  const stored = (name: TextField) => String(group[name] ?? '')
  const value = (name: TextField) => texts[name] ?? stored(name)
  const excess = (name: TextField) => Math.max(0, characters(value(name)) - maxima[name])
  const save = useMutation({
    mutationFn: () => saveDraft(groupId, (draft) => ({ texts: draft.texts, captions: {} })),
    onSuccess: () => {
      notifySuccess(t('group.saved'))
      onDone()
    },
  })
  const yearValid = isYear(value('year'))
  return {
    value,
    save,
    excess,
    yearValid,
    changed: fields.some((name) => value(name).trim() !== stored(name)),
    valid: yearValid && fields.every((name) => excess(name) === 0),
    set: (name: TextField, text: string) =>
      changeDraft(groupId, (draft) => withText(draft, name, { text, stored: stored(name) })),
    discard: () => changeDraft(groupId, (draft) => ({ ...draft, texts: {} })),
  }
}
