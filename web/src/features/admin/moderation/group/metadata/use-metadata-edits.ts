import { useMutation, useQueryClient } from '@tanstack/react-query'
import { limits } from '#contract/limits.ts'
import { characters } from '#web/components/photos/photo.ts'
import { type TextField, withText } from '#web/features/admin/moderation/drafts/draft.ts'
import { changeDraft, useDraft } from '#web/features/admin/moderation/drafts/drafts.ts'
import { saveDraft } from '#web/features/admin/moderation/drafts/save-draft.ts'
import { sayDone } from '#web/features/admin/shared/notices.tsx'
import { useTexts } from '#web/features/admin/texts/texts.ts'

export interface Metadata {
  readonly groupId: string
  readonly title: string | null
  readonly name: string | null
  readonly year: number
  readonly description: string | null
}
type Values = Readonly<Record<TextField | 'year', string>>

const maxima = { title: limits.title, name: limits.name, description: limits.groupDescription }
export const lastYear = () => new Date().getFullYear() + 1

const storedIn = (group: Metadata): Values => ({
  title: group.title ?? '',
  name: group.name ?? '',
  year: String(group.year),
  description: group.description ?? '',
})

/** The typed values, a draft until they are saved; untouched fields follow the group, which others may change meanwhile. */
export const useMetadataEdits = (group: Metadata, onDone: () => void) => {
  const { t } = useTexts()
  const client = useQueryClient()
  const { groupId } = group
  const { texts } = useDraft(groupId)
  const stored = storedIn(group)
  const values: Values = { ...stored, ...texts }
  const changedFields = (Object.keys(stored) as (keyof Values)[]).filter((name) => values[name].trim() !== stored[name])
  const yearValid =
    /^\d{4}$/.test(values.year) && Number(values.year) >= limits.yearMin && Number(values.year) <= lastYear()
  const excess = (name: TextField) => Math.max(0, characters(values[name]) - maxima[name])
  const save = useMutation({
    mutationFn: () => saveDraft(groupId, (draft) => ({ texts: draft.texts, captions: {} })),
    onSuccess: () => {
      void client.invalidateQueries({ queryKey: ['admin'] })
      sayDone(t('group.saved'))
      onDone()
    },
  })
  return {
    values,
    save,
    excess,
    yearValid,
    changed: changedFields.length > 0,
    valid: yearValid && excess('title') + excess('name') + excess('description') === 0,
    set: (name: keyof Values, text: string) =>
      changeDraft(groupId, (draft) => withText(draft, name, { text, stored: stored[name] })),
    discard: () => changeDraft(groupId, (draft) => ({ ...draft, texts: {} })),
  }
}
