import type { ReactNode } from 'react'
import { Dialog as SharedDialog } from '#web/components/dialog.tsx'
import { useTexts } from '#web/features/admin/texts/texts.ts'

interface DialogProps {
  readonly open: boolean
  readonly title: string
  readonly onClose: () => void
  readonly children: ReactNode
}

export const Dialog = ({ open, onClose, ...rest }: DialogProps) => {
  const { t } = useTexts()
  return <SharedDialog opened={open} closeLabel={t('app.close')} onClose={onClose} {...rest} />
}
