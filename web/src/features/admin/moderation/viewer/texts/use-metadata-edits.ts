import { useMutation } from '@tanstack/react-query'
import { formFields, type GroupTexts } from '#contract/group-texts.ts'
import { limits } from '#contract/limits.ts'
import { charactersOver } from '#web/components/group-texts/characters-over.ts'
import { useDraft } from '#web/features/admin/moderation/group/use-session.ts'
import { type TextField, withText } from '#web/features/admin/moderation/session/draft.ts'
import { changeDraft } from '#web/features/admin/moderation/session/drafts.ts'
import { saveDraft } from '#web/features/admin/moderation/session/save-draft.ts'
import { notifySuccess } from '#web/features/admin/shared/notices.tsx'
import { useTexts } from '#web/features/admin/texts/texts.ts'

export interface Metadata extends GroupTexts {
  readonly groupId: string
  readonly year: number
}

export const lastYear = () => new Date().getFullYear() + 1

export const isYear = (text: string) =>
  /^\d{4}$/.test(text) && Number(text) >= limits.yearMin && Number(text) <= lastYear()

/** The typed values, a draft until they are saved; untouched fields follow the group, which others may change. */
export const useMetadataEdits = (group: Metadata, onDone: () => void) => {
  const { t } = useTexts()
  const { groupId } = group
  const { texts } = useDraft(groupId)
  const stored = (name: TextField) => String(group[name] ?? '')
  const value = (name: TextField) => texts[name] ?? stored(name)
  const save = useMutation({
    mutationFn: () => saveDraft(groupId, (draft) => ({ texts: draft.texts, captions: {} })),
    onSuccess: () => {
      notifySuccess(t('group.saved'))
      onDone()
    },
  })
  return {
    value,
    save,
    changed: formFields.some((name) => value(name).trim() !== stored(name)),
    valid: formFields.every((name) =>
      name === 'year' ? isYear(value(name)) : charactersOver(name, value(name)) === 0,
    ),
    set: (name: TextField, text: string) =>
      changeDraft(groupId, (draft) => withText(draft, name, { text, stored: stored(name) })),
    discard: () => changeDraft(groupId, (draft) => ({ ...draft, texts: {} })),
  }
}
