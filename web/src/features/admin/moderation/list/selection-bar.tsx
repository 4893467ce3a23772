import { Button } from '@mantine/core'
import { useEffect } from 'react'
import { announce } from '#web/components/announcer.tsx'
import type { GroupActions } from '#web/features/admin/moderation/group/actions.ts'
import { DecisionButtons } from '#web/features/admin/moderation/group/decision-buttons.tsx'
import type { Status } from '#web/features/admin/moderation/session/queue-search.ts'
import section from '#web/features/admin/shared/section.module.css'
import { useTexts } from '#web/features/admin/texts/texts.ts'

interface SelectionBarProps {
  readonly count: number
  readonly status: Status | undefined
  readonly actions: GroupActions
  readonly onClear: () => void
}

/** What can be done with the chosen groups together. */
export const SelectionBar = ({ count, status = 'pending', actions, onClear }: SelectionBarProps) => {
  const { t } = useTexts()
  const { edit: _, ...decisions } = actions
  const chosen = t('moderation.chosen', { count })
  useEffect(() => {
    if (count > 0) announce(chosen)
  }, [count, chosen])
  if (count === 0) return null
  return (
    <section className={section.bar} aria-label={chosen}>
      <p>{chosen}</p>
      <DecisionButtons
        actions={decisions}
        approval={status === 'approved' ? undefined : t('moderation.approve')}
        isApproved={status !== 'pending'}
      />
      <Button h={44} variant="subtle" color="gray" onClick={onClear}>
        {t('moderation.clear')}
      </Button>
    </section>
  )
}
