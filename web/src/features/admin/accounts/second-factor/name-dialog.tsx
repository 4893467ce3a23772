import { Button, TextInput } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { Dialog } from '#web/features/admin/shared/dialog.tsx'
import section from '#web/features/admin/shared/section.module.css'
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
  const send = (event: FormEvent) => {
    event.preventDefault()
    onName(name)
  }
  return (
    <Dialog open title={title} onClose={onClose}>
      <form className={section.section} onSubmit={send}>
        {text && <p>{text}</p>}
        <TextInput
          size="md"
          label={t('factors.name')}
          required
          withAsterisk={false}
          pattern=".*\S.*"
          maxLength={maxLength}
          data-autofocus
          value={name}
          onChange={(event) => setName(event.currentTarget.value)}
        />
        <div className={section.actions}>
          <Button type="submit" size="md">
            {submit}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
