import { Button } from '@mantine/core'
import { IconCheck, IconEyeOff } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { useSelector } from '@tanstack/react-store'
import { managementLimit } from '#web/api/client.ts'
import { announce } from '#web/components/announcer.tsx'
import { textsFit } from '#web/components/group-texts/valid-texts.ts'
import { useLimited } from '#web/components/hooks/use-limited.ts'
import { useStickyBar } from '#web/components/hooks/use-sticky-bar.ts'
import { ActionError } from '#web/features/management/action-error.tsx'
import { type OwnGroup, saveCaptions, saveOrder, saveTexts } from '#web/features/management/managed-group.ts'
import { t } from '#web/features/management/texts/texts.ts'
import { clockTime } from '#web/i18n/format.ts'
import { captionsFit, changedCaptions, changedOrder, changedTexts, type EditsOnDevice, editedTexts } from './edits.ts'
import style from './save-bar.module.css'

export type SaveEditsProps = OwnGroup & Pick<EditsOnDevice, 'edits' | 'edit'>

/** Saves texts, captions and order together. What was saved before a failure is no longer an edit. */
const useSave = ({ token, group, edits, edit }: SaveEditsProps) => {
  const texts = changedTexts(group, edits)
  const captions = changedCaptions(group, edits)
  const order = changedOrder(group, edits)
  const textsChanged = Object.keys(texts).length > 0
  const save = useMutation({
    mutationFn: async () => {
      if (captions.length > 0) await saveCaptions(token, captions)
      if (order) await saveOrder(token, order)
      if (textsChanged) await saveTexts(token, texts)
      edit({ type: 'saved', edits })
      return t(textsChanged && group.isApproved ? 'save.savedReview' : 'save.saved')
    },
    onSuccess: announce,
  })
  const changes = [
    ...(captions.length > 0 ? [t('photos.changedCaptions', { count: captions.length })] : []),
    ...(order ? [t('photos.changedOrder')] : []),
    ...(textsChanged ? [t('texts.changed')] : []),
  ]
  return { save, changes, leadsToReview: textsChanged && group.isApproved }
}

/** A bar that stays visible, however the page is scrolled, until everything is saved. */
export const SaveEdits = (props: SaveEditsProps) => {
  const saving = useSave(props)
  if (saving.changes.length > 0) return <UnsavedBar {...props} {...saving} />
  if (saving.save.data === undefined) return null
  return (
    <p className={style.saved}>
      <IconCheck size={22} aria-hidden="true" />
      {saving.save.data}
    </p>
  )
}

/** In the large view, below the caption. */
export const SaveButton = (props: SaveEditsProps) => {
  const { save, changes } = useSave(props)
  const limited = useLimited(save.error)
  if (changes.length === 0) return save.data === undefined ? null : <p className={style.saved}>{save.data}</p>
  return (
    <>
      {save.error && <ActionError error={save.error} />}
      <div>
        <Button
          fullWidth
          size="md"
          loading={save.isPending}
          disabled={!captionsFit(props.group, props.edits) || limited}
          // The caption keeps the focus, so that the keyboard does not move the button away.
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => save.mutate()}
        >
          {t('save.save')}
        </Button>
      </div>
    </>
  )
}

type UnsavedBarProps = SaveEditsProps & ReturnType<typeof useSave>

const UnsavedBar = ({ group, edits, edit, save, changes, leadsToReview }: UnsavedBarProps) => {
  const limited = useLimited(save.error)
  const bar = useStickyBar()
  const valid = textsFit(editedTexts(group, edits)) && captionsFit(group, edits)
  const discard = () => {
    save.reset()
    edit({ type: 'discard' })
  }
  return (
    <div ref={bar} className={`stack sheet ${style.bar}`}>
      {save.error && (
        <ActionError error={save.error}>
          <p>{t('save.kept')}</p>
        </ActionError>
      )}
      <LimitLeft />
      <div className={`row ${style.row}`}>
        <div className={style.what}>
          <p className={style.changes}>{changes.join(', ')}</p>
          {leadsToReview && (
            <p className={`soft ${style.review}`}>
              <IconEyeOff size={18} aria-hidden="true" />
              <span>{t('review.short')}</span>
            </p>
          )}
        </div>
        <div className={`actions actions-growing ${style.actions}`}>
          <Button variant="default" size="md" disabled={save.isPending} onClick={discard}>
            {t('save.discard')}
          </Button>
          <Button size="md" loading={save.isPending} disabled={!valid || limited} onClick={() => save.mutate()}>
            {t('save.save')}
          </Button>
        </div>
      </div>
    </div>
  )
}

/** With more changes left than this, the page shows nothing. */
const plenty = 3

/** How many changes are left of the hour, when they are few. */
const LimitLeft = () => {
  const { left, resetsAt } = useSelector(managementLimit)
  const seconds = (resetsAt - Date.now()) / 1000
  if (left > plenty || seconds <= 0) return null
  const time = clockTime(seconds)
  return (
    <p className={`soft ${style.review}`}>
      {left === 0 ? t('errors.retryAfter', { time }) : t('limit.left', { count: left, time })}
    </p>
  )
}
