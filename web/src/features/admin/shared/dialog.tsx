import { type ReactNode, useSyncExternalStore } from 'react'
import { Dialog as SharedDialog } from '#web/components/dialog.tsx'
import { useTexts } from '#web/features/admin/texts/texts.ts'
import { isAsking, onAsked } from './ask-for-password.ts'

interface DialogProps {
  readonly open: boolean
  readonly title: string
  readonly onClose: () => void
  readonly children: ReactNode
}

/** The question for the password comes on top of what needs it: Escape closes the question alone. */
export const Dialog = ({ open, onClose, ...rest }: DialogProps) => {
  const asking = useSyncExternalStore(onAsked, isAsking)
  return <PlainDialog open={open} onClose={asking ? () => {} : onClose} {...rest} />
}

export const PlainDialog = ({ open, onClose, ...rest }: DialogProps) => {
  const { t } = useTexts()
  return <SharedDialog opened={open} closeLabel={t('app.close')} onClose={onClose} {...rest} />
}
