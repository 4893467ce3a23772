import { Button } from '@mantine/core'
import { IconCheck, IconPencil, IconTrash, IconX } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { useTexts } from '#web/features/admin/texts/texts.ts'
import type { GroupActions } from './actions.ts'

interface DecisionButtonsProps {
  readonly actions: Pick<GroupActions, 'approve' | 'unapprove' | 'delete'> & Partial<Pick<GroupActions, 'edit'>>
  /** What the approval is called; undefined where there is nothing to approve. */
  readonly approval: string | undefined
  readonly approvalIcon?: ReactNode
  readonly isApproved: boolean
  readonly busy?: boolean
}

/** The decisions about groups, in the list and on the page of a group. */
export const DecisionButtons = ({
  actions,
  approval,
  approvalIcon,
  isApproved,
  busy = false,
}: DecisionButtonsProps) => {
  const { t } = useTexts()
  const plain = { h: 44, variant: 'default' }
  return (
    <>
      {approval && (
        <Button h={44} leftSection={approvalIcon ?? <IconCheck size={18} />} loading={busy} onClick={actions.approve}>
          {approval}
        </Button>
      )}
      {isApproved && (
        <Button {...plain} leftSection={<IconX size={18} />} loading={busy} onClick={actions.unapprove}>
          {t('moderation.unapprove')}
        </Button>
      )}
      {actions.edit && (
        <Button {...plain} leftSection={<IconPencil size={18} />} onClick={actions.edit}>
          {t('moderation.edit')}
        </Button>
      )}
      <Button h={44} variant="subtle" color="red" leftSection={<IconTrash size={18} />} onClick={actions.delete}>
        {t('moderation.delete')}
      </Button>
    </>
  )
}
