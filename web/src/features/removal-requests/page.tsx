import { siteName } from '#web/api/site.ts'
import './texts/texts.ts'
import { useDocumentTitle } from '@mantine/hooks'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type Answer, call } from '#web/api/client.ts'
import { PageFrame } from '#web/components/pages/page-frame.tsx'
import { RequestForm, type WantedRemoval } from './request-form.tsx'
import { SentPanel } from './sent-panel.tsx'

/** For people in a photo: three fields, no account. The address can contain the code. */
export const RemovalRequestsPage = () => {
  const { t } = useTranslation('removal-requests')
  useDocumentTitle(`${t('pageTitle')} · ${siteName}`)
  const [code] = useState(() => new URLSearchParams(location.search).get('code') ?? '')
  const send = useMutation<Answer<'POST /api/removal-requests'>, Error, WantedRemoval>({
    mutationFn: (body) => call('POST /api/removal-requests', { body }),
  })
  return (
    <PageFrame>
      {send.data ? (
        <SentPanel requestId={send.data.requestId} statusUrl={send.data.statusUrl} />
      ) : (
        <RequestForm code={code} sending={send.isPending} error={send.error} onSend={send.mutate} />
      )}
    </PageFrame>
  )
}
