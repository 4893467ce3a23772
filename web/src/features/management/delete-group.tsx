import { Button } from '@mantine/core'
import { IconTrash } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { useRef } from 'react'
import { isCode } from '#web/api/api-error.ts'
import { Dialog } from '#web/components/dialog.tsx'
import { useLimited } from '#web/components/hooks/use-limited.ts'
import { ActionError } from './action-error.tsx'
import groupStyle from './group-editor.module.css'
import { type Deleted, deleteGroup, type OwnGroup } from './managed-group.ts'
import { t } from './texts/texts.ts'

interface DeleteGroupProps extends OwnGroup {
  /** The second step is open. */
  readonly asking: boolean
  readonly onAsk: (asking: boolean) => void
  readonly onDeleted: (deleted: Deleted) => void
}

const useDeletion = ({ token, group, onDeleted }: Pick<DeleteGroupProps, 'token' | 'group' | 'onDeleted'>) => {
  const unanswered = useRef(false)
  const { groupId, images } = group
  return useMutation({
    mutationFn: () => deleteGroup(token),
    onSuccess: onDeleted,
    onError: (error) => {
      // An earlier attempt, whose answer was lost, has deleted everything.
      if (unanswered.current && isCode(error, 'GROUP_NOT_FOUND'))
        onDeleted({ groupId, imagesDeleted: images.length, deletionTimestamp: new Date().toISOString() })
      unanswered.current ||= isCode(error, 'NETWORK')
    },
  })
}

/** In two steps: a button and a confirmation. */
export const DeleteGroup = ({ token, group, asking, onAsk, onDeleted }: DeleteGroupProps) => {
  const count = group.images.length
  const remove = useDeletion({ token, group, onDeleted })
  const limited = useLimited(remove.error)
  const close = () => {
    remove.reset()
    onAsk(false)
  }
  return (
    <>
      <button
        type="button"
        className={`beside plain-button ${groupStyle.row} ${groupStyle.danger}`}
        onClick={() => onAsk(true)}
      >
        <IconTrash size={22} aria-hidden="true" />
        <span>
          <strong>{t('remove.start')}</strong>
          <span className={groupStyle.hint}>{t('remove.text')}</span>
        </span>
      </button>
      <Dialog open={asking} onClose={close} title={t('remove.askTitle')} closeLabel={t('remove.no')}>
        <p>{t('remove.ask', { count })}</p>
        {remove.error && <ActionError error={remove.error} />}
        <div className="actions actions-growing">
          <Button color="red" size="md" loading={remove.isPending} disabled={limited} onClick={() => remove.mutate()}>
            {t('remove.yes', { count })}
          </Button>
          <Button variant="default" size="md" data-autofocus onClick={close}>
            {t('remove.no')}
          </Button>
        </div>
      </Dialog>
    </>
  )
}
