import { IconSend } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import type { Answer } from '#web/api/client.ts'
import { ActionButton } from '#web/features/admin/shared/action-button.tsx'
import { adminCall } from '#web/features/admin/shared/admin-call.ts'
import type adminTexts from '#web/features/admin/texts/en.json'
import { sentenceOf, useTexts } from '#web/features/admin/texts/texts.ts'
import style from './checklist.module.css'

type Tested = Answer<'POST /api/admin/messenger/test'>['channels'][number]
type Sentence = keyof typeof adminTexts.messengerTest.answers

/** The Bot API begins with its status; what begins otherwise is the network's. */
const sentenceFor = ({ channel, outcome, reason }: Tested): Sentence => {
  if (channel !== 'chat') return outcome === 'delivered' ? `${channel}Delivered` : `${channel}Failed`
  if (outcome === 'delivered') return outcome
  const [status = ''] = /^\d{3}(?= )/.exec(reason ?? '') ?? []
  // A token that is not even well-formed is an unknown path to the API.
  if (status === '401' || status === '404') return 'token'
  if (status === '400') return 'chat'
  if (status === '403') return 'forbidden'
  if (status === '429') return 'busy'
  return status === '' ? 'network' : 'other'
}

/** Sends a message by every channel and reports each result in plain words. */
export const MessengerTest = () => {
  const { t } = useTexts()
  const test = useMutation({ mutationFn: () => adminCall('POST /api/admin/messenger/test') })
  const { data, error } = test
  return (
    <div className={style.test}>
      <ActionButton Icon={IconSend} loading={test.isPending} onClick={test.mutate}>
        {t('messengerTest.send')}
      </ActionButton>
      <div role="status">
        {data?.channels.map((tested) => (
          <p key={tested.channel} data-outcome={tested.outcome}>
            {t(`messengerTest.answers.${sentenceFor(tested)}`)}
            {tested.reason && <span>{t('messengerTest.reason', { reason: tested.reason })}</span>}
          </p>
        ))}
        {error && <p data-outcome="failed">{sentenceOf(error)}</p>}
      </div>
    </div>
  )
}
