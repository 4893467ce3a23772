import { useMutation } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { announce } from '#web/components/announcer.tsx'
import { textsFit } from '#web/components/group-texts/characters-over.ts'
import type { ManagedGroup } from '#web/features/management/managed-group.ts'
import { saveCaptions, saveOrder, saveTexts } from '#web/features/management/mutations.ts'
import { captionsFit, changedCaptions, changedOrder, changedTexts, editedTexts } from './edits.ts'
import { SaveBar } from './save-bar.tsx'
import type { EditsOnDevice } from './use-edits.ts'

interface SaveEditsProps extends Pick<EditsOnDevice, 'edits' | 'edit'> {
  readonly token: string
  readonly group: ManagedGroup
}

/** Saves texts, captions and order together. What was saved before a failure is no longer an edit. */
const useSave = ({ token, group, edits, edit }: SaveEditsProps) => {
  const { t } = useTranslation('management')
  const texts = changedTexts(group, edits)
  const captions = changedCaptions(group, edits)
  const order = changedOrder(group, edits)
  const textsChanged = Object.keys(texts).length > 0
  const save = useMutation({
    mutationFn: async () => {
      if (captions.length > 0) await saveCaptions(token, captions)
      if (order) await saveOrder(token, order)
      if (textsChanged) await saveTexts(token, texts)
      return t(textsChanged && group.isApproved ? 'save.savedReview' : 'save.saved')
    },
    onSuccess: (saved) => {
      edit({ type: 'discard', what: 'all' })
      announce(saved)
    },
  })
  const changes = [
    ...(captions.length > 0 ? [t('photos.changedCaptions', { count: captions.length })] : []),
    ...(order ? [t('photos.changedOrder')] : []),
    ...(textsChanged ? [t('texts.changed')] : []),
  ]
  return { save, changes, leadsToReview: textsChanged && group.isApproved }
}

export const SaveEdits = (props: SaveEditsProps) => {
  const { group, edits, edit } = props
  const { save, changes, leadsToReview } = useSave(props)
  return (
    <SaveBar
      changes={changes}
      leadsToReview={leadsToReview}
      invalid={!textsFit(editedTexts(group, edits)) || !captionsFit(edits)}
      saving={save.isPending}
      error={save.error}
      saved={save.data}
      onSave={() => save.mutate()}
      onDiscard={() => {
        save.reset()
        edit({ type: 'discard', what: 'all' })
      }}
    />
  )
}
