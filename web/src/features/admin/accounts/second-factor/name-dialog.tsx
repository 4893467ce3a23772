import { TextInput } from '@mantine/core'
import { useState } from 'react'
import { Dialog } from '#web/features/admin/shared/dialog.tsx'
import { Form } from '#web/features/admin/shared/form.tsx'
import { useTexts } from '#web/features/admin/texts/texts.ts'

const maxLength = 100

interface NameDialogProps {
  readonly title: string
  readonly text?: string
  readonly name: string
  readonly submit: string
  readonly onClose: () => void
  readonly onName: (name: string) => void
}

/** What a factor is called, so that its owner finds it in the list. */
export const NameDialog = ({ title, text, name: given, submit, onClose, onName }: NameDialogProps) => {
  const { t } = useTexts()
  const [name, setName] = useState(given)
  const send = () => {
    onClose()
    onName(name)
  }
  return (
    <Dialog open title={title} onClose={onClose}>
      <Form submit={submit} onSubmit={send}>
        {text && <p>{text}</p>}
        <TextInput
          label={t('factors.name')}
          required
          pattern=".*\S.*"
          maxLength={maxLength}
          data-autofocus
          value={name}
          onChange={(event) => setName(event.currentTarget.value)}
        />
      </Form>
    </Dialog>
  )
}
