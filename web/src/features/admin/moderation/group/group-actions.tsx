import { Button } from '@mantine/core'
import { IconArrowRight, IconCheck, IconTrash, IconX } from '@tabler/icons-react'
import { useTexts } from '#web/features/admin/texts/texts.ts'
import style from './group-actions.module.css'
import type { AdminGroup } from './group-queries.ts'
import type { useGroupActions } from './use-group-actions.ts'

interface GroupActionsProps {
  readonly group: AdminGroup
  readonly actions: ReturnType<typeof useGroupActions>
  readonly onDelete: () => void
}

export const GroupActions = ({ group, actions, onDelete }: GroupActionsProps) => {
  const { t } = useTexts()
  const { approve, next, hasNext } = actions
  return (
    <div className={style.actions}>
      {(!group.isApproved || group.changedSinceApproval) && (
        <Button
          h={44}
          leftSection={<IconCheck size={18} />}
          loading={approve.isPending}
          onClick={() => approve.mutate(true)}
        >
          {t(group.isApproved ? 'moderation.seen' : 'moderation.approve')}
        </Button>
      )}
      {group.isApproved && (
        <Button
          h={44}
          variant="default"
          leftSection={<IconX size={18} />}
          loading={approve.isPending}
          onClick={() => approve.mutate(false)}
        >
          {t('moderation.unapprove')}
        </Button>
      )}
      <Button h={44} variant="subtle" color="red" leftSection={<IconTrash size={18} />} onClick={onDelete}>
        {t('moderation.delete')}
      </Button>
      {hasNext && (
        <Button h={44} variant="default" rightSection={<IconArrowRight size={18} />} onClick={next}>
          {t('group.next')}
        </Button>
      )}
    </div>
  )
}
