import { Button } from '@mantine/core'
import { IconCheck, IconPencil, IconPhotoSearch, IconTrash, IconX } from '@tabler/icons-react'
import type { Action } from '#web/features/admin/moderation/list/moderated-page.ts'
import type { ListedGroup } from '#web/features/admin/moderation/list/queue-queries.ts'
import { isSeenWhole } from '#web/features/admin/moderation/seen/opened-groups.ts'
import { useTexts } from '#web/features/admin/texts/texts.ts'
import style from './group-card.module.css'

interface CardActionsProps {
  readonly group: ListedGroup
  readonly onAct: (action: Action, groupId: string) => void
  readonly onDialog: (kind: 'delete' | 'edit', groupId: string) => void
}

export const CardActions = ({ group, onAct, onDialog }: CardActionsProps) => {
  const { t } = useTexts()
  const { groupId, isApproved } = group
  return (
    <div className={style.actions}>
      {(!isApproved || group.changedSinceApproval) && (
        <Approve group={group} onApprove={() => onAct('approve', groupId)} />
      )}
      {isApproved && (
        <Button h={44} variant="default" leftSection={<IconX size={18} />} onClick={() => onAct('unapprove', groupId)}>
          {t('moderation.unapprove')}
        </Button>
      )}
      <Button h={44} variant="default" leftSection={<IconPencil size={18} />} onClick={() => onDialog('edit', groupId)}>
        {t('moderation.edit')}
      </Button>
      <Button
        h={44}
        variant="subtle"
        color="red"
        leftSection={<IconTrash size={18} />}
        onClick={() => onDialog('delete', groupId)}
      >
        {t('moderation.delete')}
      </Button>
    </div>
  )
}

/** A group with more photos than the card shows is opened first (D44). */
const Approve = ({ group, onApprove }: { readonly group: ListedGroup; readonly onApprove: () => void }) => {
  const { t } = useTexts()
  const isWhole = isSeenWhole(group)
  const text = t(group.isApproved ? 'moderation.seen' : 'moderation.approve')
  return (
    <Button h={44} leftSection={isWhole ? <IconCheck size={18} /> : <IconPhotoSearch size={18} />} onClick={onApprove}>
      {isWhole ? text : t('moderation.seeAll', { count: group.imageCount })}
    </Button>
  )
}
