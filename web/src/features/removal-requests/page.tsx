import { Anchor, Button, NativeSelect, Textarea, TextInput } from '@mantine/core'
import { useDocumentTitle } from '@mantine/hooks'
import { useMutation, useQuery } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { limits } from '#contract/limits.ts'
import { type Answer, call, type Input } from '#web/api/client.ts'
import { siteName } from '#web/api/site.ts'
import { focusSoon } from '#web/components/focus-soon.ts'
import { ManagementLink } from '#web/components/management-link.tsx'
import { Note } from '#web/components/note.tsx'
import { PageFrame } from '#web/components/pages/page-frame.tsx'
import { Panel } from '#web/components/panel.tsx'
import { errorSentence } from '#web/i18n/error-sentence.ts'
import { dayAndTime } from '#web/i18n/format.ts'
import style from './page.module.css'
import { requestStatus, sentenceOf } from './request-status.ts'
import { t } from './texts/texts.ts'

/** For people in a photo: three fields, no account. The address can contain the code. */
export const RemovalRequestsPage = () => {
  useDocumentTitle(`${t('pageTitle')} · ${siteName}`)
  const [code] = useState(() => new URLSearchParams(location.search).get('code') ?? '')
  // A corrected one takes its place once it has arrived.
  const [sent, setSent] = useState<SentRemoval>()
  const { mutate, isPending, error } = useMutation<SentRemoval, Error, WantedRemoval>({
    mutationFn: async (wanted) => ({ ...(await call('POST /api/removal-requests', { body: wanted })), wanted }),
    onSuccess: (arrived) => {
      // Loaded again, the page is that of the request. Past the router, which would show it at once.
      History.prototype.replaceState.call(history, history.state, '', new URL(arrived.statusUrl).pathname)
      setSent(arrived)
    },
    // One after the other: the server answers a second tap by the first request.
    scope: { id: 'removal-request' },
  })
  const sending = { isPending, error, onSend: mutate }
  return (
    <PageFrame>
      {sent ? <SentPanel key={sent.requestId} {...sent} {...sending} /> : <RequestForm code={code} {...sending} />}
    </PageFrame>
  )
}

type WantedRemoval = Input<'POST /api/removal-requests'>['body']
type SentRemoval = Answer<'POST /api/removal-requests'> & { readonly wanted: WantedRemoval }

const reasons = ['me', 'my_child', 'rights', 'other'] as const

interface SendingProps {
  readonly isPending: boolean
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

const CodeField = ({ code, missing }: { code: string; missing: boolean }) => (
  <TextInput
    id="photo-code"
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

const Failure = ({ error }: Pick<SendingProps, 'error'>) => error && <Note kind="danger">{errorSentence(error)}</Note>

/** `code` is from the address. */
const RequestForm = ({ code, isPending, error, onSend }: SendingProps & { readonly code: string }) => {
  const [missing, setMissing] = useState(false)
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const wanted = wantedFrom(event.currentTarget)
    const says = wanted.code !== undefined || wanted.message !== undefined
    setMissing(!says)
    if (says) onSend(wanted)
    else focusSoon('photo-code')
  }
  return (
    <form className={`stack ${style.form}`} onSubmit={submit} noValidate>
      <h1>{t('title')}</h1>
      <p>{t('lead')}</p>
      <CodeField code={code} missing={missing} />
      <NativeSelect name="reason" label={t('reason')} data={reasons.map((value) => ({ value, label: t(value) }))} />
      <Textarea
        name="message"
        label={t('message')}
        description={t('messageHint')}
        rows={3}
        maxLength={limits.removalMessage}
      />
      <TextInput
        name="contact"
        label={t('contact')}
        description={t('contactHint')}
        maxLength={limits.removalContact}
        autoComplete="email"
      />
      <Failure error={error} />
      <Button type="submit" size="md" loading={isPending}>
        {t('send')}
      </Button>
    </form>
  )
}

/** The answer is the same for every code: only the visitor can see whether the photo is gone. */
const SentPanel = ({ requestId, statusUrl, wanted, isPending, error, onSend }: SentRemoval & SendingProps) => {
  const { data } = useQuery(requestStatus(requestId))
  const says = data && sentenceOf(data)
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const { code } = wantedFrom(event.currentTarget)
    if (code) onSend({ ...wanted, code })
  }
  return (
    <Panel title={t('sentTitle')}>
      {says && <p>{t(wanted.code && says === 'open' ? 'sentText' : says, { deadline: dayAndTime(data.deadline) })}</p>}
      <p>{t('keepLink')}</p>
      <ManagementLink url={statusUrl} label={t('statusTitle')}>
        <Anchor href={statusUrl}>{t('statusTitle')}</Anchor>
      </ManagementLink>
      {wanted.code && (
        <form className={`stack ${style.check}`} onSubmit={submit}>
          <p>
            <strong>{t('check', { code: wanted.code })}</strong>
          </p>
          <CodeField code={wanted.code} missing={false} />
          <Failure error={error} />
          <Button type="submit" size="md" variant="default" loading={isPending}>
            {t('send')}
          </Button>
        </form>
      )}
    </Panel>
  )
}
