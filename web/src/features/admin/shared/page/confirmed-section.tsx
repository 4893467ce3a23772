import { ConfirmedButton } from '#web/features/admin/shared/dialog.tsx'
import { ActionSection } from './section.tsx'

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

/** One thing that can be done to what the page shows, with a question before it. */
export const ConfirmedSection = ({ id, title, text, action, question, pending, onConfirm }: ConfirmedSectionProps) => (
  <ActionSection id={id} title={title} text={text}>
    <ConfirmedButton title={question} text={text} loading={pending} onConfirm={onConfirm}>
      {action}
    </ConfirmedButton>
  </ActionSection>
)
