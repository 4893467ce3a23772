import { Button } from '@mantine/core'
import { IconArrowRight, IconCheck, IconTrash, IconX } from '@tabler/icons-react'
import { KeysButton } from '#web/features/admin/moderation/keyboard/keys-dialog.tsx'
import { useTexts } from '#web/features/admin/texts/texts.ts'
import style from './group-actions.module.css'
import type { AdminGroup } from './group-queries.ts'

interface GroupActionsProps {
  readonly group: AdminGroup
  readonly busy: boolean
  readonly onApprove: (approved: boolean) => void
  readonly onDelete: () => void
  readonly onHelp: () => void
  readonly next: (() => void) | undefined
}

export const GroupActions = ({ group, busy, onApprove, onDelete, onHelp, next }: GroupActionsProps) => {
  const { t } = useTexts()
  return (
    <div className={style.actions}>
      {(!group.isApproved || group.changedSinceApproval) && (
        <Button h={44} leftSection={<IconCheck size={18} />} loading={busy} onClick={() => onApprove(true)}>
          {t(group.isApproved ? 'moderation.seen' : 'moderation.approve')}
        </Button>
      )}
      {group.isApproved && (
        <Button
          h={44}
          variant="default"
          leftSection={<IconX size={18} />}
          loading={busy}
          onClick={() => onApprove(false)}
        >
          {t('moderation.unapprove')}
        </Button>
      )}
      <Button h={44} variant="subtle" color="red" leftSection={<IconTrash size={18} />} onClick={onDelete}>
        {t('moderation.delete')}
      </Button>
      <KeysButton onClick={onHelp} />
      {next && (
        <Button h={44} variant="default" rightSection={<IconArrowRight size={18} />} onClick={next}>
          {t('group.next')}
        </Button>
      )}
    </div>
  )
}
