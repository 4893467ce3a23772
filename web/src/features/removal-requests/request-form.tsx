import { Button, NativeSelect, Textarea, TextInput } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { limits } from '#contract/limits.ts'
import type { Input } from '#web/api/client.ts'
import { Note } from '#web/components/note.tsx'
import { errorSentence } from '#web/i18n/error-sentence.ts'
import style from './request-form.module.css'

export type WantedRemoval = Input<'POST /api/removal-requests'>['body']

const reasons = ['me', 'my_child', 'rights', 'other'] as const

interface RequestFormProps {
  /** From the address. */
  readonly code: string
  readonly sending: boolean
  readonly error: Error | null
  readonly onSend: (wanted: WantedRemoval) => void
}

/** What was typed; empty fields are left out. */
const wantedFrom = (form: HTMLFormElement): WantedRemoval => {
  const data = new FormData(form)
  const text = (name: string) => String(data.get(name) ?? '').trim() || undefined
  const [code, message, contact] = ['code', 'message', 'contact'].map(text)
  const reason = reasons.find((each) => each === data.get('reason')) ?? 'me'
  return { reason, ...(code && { code }), ...(message && { message }), ...(contact && { contact }) }
}

const CodeField = ({ code, missing }: { code: string; missing: boolean }) => {
  const { t } = useTranslation('removal-requests')
  return (
    <TextInput
      size="md"
      name="code"
      label={t('code')}
      description={t('codeHint')}
      defaultValue={code}
      error={missing && t('missing')}
      maxLength={20}
      dir="ltr"
      autoComplete="off"
      autoCapitalize="characters"
      spellCheck={false}
    />
  )
}

const Fields = ({ code, missing }: { code: string; missing: boolean }) => {
  const { t } = useTranslation('removal-requests')
  return (
    <>
      <CodeField code={code} missing={missing} />
      <NativeSelect
        size="md"
        name="reason"
        label={t('reason')}
        data={reasons.map((value) => ({ value, label: t(value) }))}
      />
      <Textarea
        size="md"
        name="message"
        label={t('message')}
        description={t('messageHint')}
        rows={3}
        maxLength={limits.removalMessage}
      />
      <TextInput
        size="md"
        name="contact"
        label={t('contact')}
        description={t('contactHint')}
        maxLength={limits.removalContact}
        autoComplete="email"
      />
    </>
  )
}

export const RequestForm = ({ code, sending, error, onSend }: RequestFormProps) => {
  const { t } = useTranslation('removal-requests')
  const { t: tAll } = useTranslation()
  const [missing, setMissing] = useState(false)
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const wanted = wantedFrom(event.currentTarget)
    const says = wanted.code !== undefined || wanted.message !== undefined
    setMissing(!says)
    if (says) onSend(wanted)
  }
  return (
    <form className={style.form} onSubmit={submit} noValidate>
      <h1>{t('title')}</h1>
      <p>{t('lead')}</p>
      <Fields code={code} missing={missing} />
      {error && (
        <Note kind="danger" icon={<IconAlertTriangle size={20} />}>
          <p>{errorSentence(tAll, error)}</p>
        </Note>
      )}
      <Button type="submit" size="md" loading={sending}>
        {t('send')}
      </Button>
    </form>
  )
}
