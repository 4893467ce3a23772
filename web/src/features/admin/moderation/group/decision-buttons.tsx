import { IconCheck, IconPencil, IconTrash, IconX } from '@tabler/icons-react'
import { ActionButton, onceBy } from '#web/features/admin/shared/action-button.tsx'
import { t } from '#web/features/admin/texts/texts.ts'
import type { GroupActions } from './actions.ts'
import { KeyHint } from './key-hint.tsx'

interface DecisionButtonsProps {
  readonly actions: GroupActions
  /** Texts can be edited here. */
  readonly canEdit?: boolean
  /** What the approval is called; undefined where there is nothing to approve. */
  readonly approval: string | undefined
  readonly ApprovalIcon?: typeof IconCheck
  readonly isApproved: boolean
  readonly busy?: boolean
}

/** The decisions about groups, in the list and on the page of a group. */
export const DecisionButtons = (props: DecisionButtonsProps) => {
  const { actions, approval, canEdit = false, ApprovalIcon = IconCheck, isApproved, busy = false } = props
  return (
    <>
      {approval && (
        <ActionButton
          variant="filled"
          Icon={ApprovalIcon}
          loading={busy}
          rightSection={<KeyHint>A</KeyHint>}
          onClick={onceBy(actions.approve)}
        >
          {approval}
        </ActionButton>
      )}
      {isApproved && (
        <ActionButton Icon={IconX} loading={busy} onClick={onceBy(actions.unapprove)}>
          {t('moderation.unapprove')}
        </ActionButton>
      )}
      {canEdit && (
        <ActionButton Icon={IconPencil} onClick={actions.edit}>
          {t('moderation.edit')}
        </ActionButton>
      )}
      <ActionButton variant="subtle" color="red" Icon={IconTrash} onClick={onceBy(actions.delete)}>
        {t('moderation.delete')}
      </ActionButton>
    </>
  )
}
