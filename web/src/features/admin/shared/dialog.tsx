import { Button, type ButtonProps, Kbd } from '@mantine/core'
import { useState } from 'react'
import { type DialogProps, Dialog as SharedDialog } from '#web/components/dialog.tsx'
import { useKeys } from '#web/components/hooks/use-keys.ts'
import { t } from '#web/features/admin/texts/texts.ts'

export const Dialog = (dialog: Omit<DialogProps, 'closeLabel'>) => (
  <SharedDialog closeLabel={t('app.close')} {...dialog} />
)

interface ConfirmDialogProps extends Pick<DialogProps, 'open' | 'title' | 'onClose'> {
  readonly text: string
  readonly confirm: string
  readonly cancel?: string
  /** Y confirms. */
  readonly byKey?: boolean
  readonly onConfirm: () => void
}

/** The second step before something that cannot be taken back. */
export const ConfirmDialog = (props: ConfirmDialogProps) => {
  const { confirm, cancel = t('app.cancel'), byKey = false, text, onConfirm, ...dialog } = props
  const act = () => {
    dialog.onClose()
    onConfirm()
  }
  // Of the document, not of the dialog: quick fingers press Y before it has the focus.
  useKeys({ y: act }, { active: dialog.open && byKey })
  return (
    <Dialog {...dialog}>
      <p>{text}</p>
      <div className="actions" data-end>
        <Button variant="default" size="md" onClick={dialog.onClose} data-autofocus>
          {cancel}
        </Button>
        <Button color="red" size="md" rightSection={byKey && <Kbd>Y</Kbd>} onClick={act}>
          {confirm}
        </Button>
      </div>
    </Dialog>
  )
}

export interface ConfirmedButtonProps extends ButtonProps {
  readonly title: string
  readonly text: string
  /** Unless it is that of the button. */
  readonly confirm?: string
  /** Of `useAction`. */
  readonly action: { readonly isPending: boolean; readonly mutate: () => void }
  readonly children: string
}

/** A button with a question before its action. */
export const ConfirmedButton = ({ title, text, action, children, ...rest }: ConfirmedButtonProps) => {
  const { confirm = children, ...button } = rest
  const [asking, setAsking] = useState(false)
  return (
    <>
      <Button variant="default" size="md" loading={action.isPending} {...button} onClick={() => setAsking(true)}>
        {children}
      </Button>
      <ConfirmDialog
        open={asking}
        title={title}
        text={text}
        confirm={confirm}
        onClose={() => setAsking(false)}
        onConfirm={action.mutate}
      />
    </>
  )
}
