import { Button } from '@mantine/core'
import { useState } from 'react'
import { ConfirmDialog } from '#web/features/admin/shared/confirm-dialog.tsx'
import section from '#web/features/admin/shared/section.module.css'

interface ConfirmedSectionProps {
  readonly id: string
  readonly title: string
  /** What it does, shown before and in the question. */
  readonly text: string
  readonly action: string
  readonly question: string
  readonly pending: boolean
  readonly onConfirm: () => void
}

/** One thing that can be done to an account, with a question before it. */
export const ConfirmedSection = ({ id, title, text, action, question, pending, onConfirm }: ConfirmedSectionProps) => {
  const [asking, setAsking] = useState(false)
  return (
    <section aria-labelledby={id} className={`${section.section} ${section.paper}`}>
      <h2 id={id}>{title}</h2>
      <p className={section.soft}>{text}</p>
      <div className={section.actions}>
        <Button size="md" variant="default" loading={pending} onClick={() => setAsking(true)}>
          {action}
        </Button>
      </div>
      <ConfirmDialog
        open={asking}
        title={question}
        confirm={action}
        onClose={() => setAsking(false)}
        onConfirm={onConfirm}
      >
        <p>{text}</p>
      </ConfirmDialog>
    </section>
  )
}
