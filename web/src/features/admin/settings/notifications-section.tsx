import { Button, PasswordInput, Switch, TextInput } from '@mantine/core'
import { IconSend } from '@tabler/icons-react'
import { channelSettings } from '#contract/settings/notification-settings.ts'
import { type SettingKey, settingTable } from '#contract/settings/setting-table.ts'
import type { Answer } from '#web/api/client.ts'
import { ActionButton } from '#web/features/admin/shared/action-button.tsx'
import { adminCall } from '#web/features/admin/shared/admin-call.ts'
import { Section } from '#web/features/admin/shared/page/page.tsx'
import { useAction } from '#web/features/admin/shared/use-action.ts'
import type adminTexts from '#web/features/admin/texts/en.json'
import { refusedSetting } from '#web/features/admin/texts/setting-label.ts'
import { sentenceOf, t } from '#web/features/admin/texts/texts.ts'
import { i18n } from '#web/i18n/i18n.ts'
import style from './page.module.css'
import type { SectionProps } from './settings-query.ts'

type Tested = Answer<'POST /api/admin/messenger/test'>['channels'][number]
type Channel = Tested['channel']
type NotificationKey = (typeof channelSettings)[Channel][number]

/** Telegram, e-mail and webhook, each with its test (D87). */
export const NotificationsSections = ({ form }: SectionProps) => {
  const { settings, changes } = form
  const isSet = (key: SettingKey) => {
    if (changes[key] !== undefined) return changes[key] !== null
    const { value, isSet } = settings.settings[key] ?? {}
    return isSet ?? value !== null
  }
  const isOn = (key: 'chatModeration' | 'chatPhotos') => form.get(key) === true
  const isReady = channelSettings.chat.every(isSet)
  return (['chat', 'email', 'webhook'] as const).map((channel) => (
    <Section key={channel} id={channel} title={t(`settings.channels.${channel}`)}>
      <div className="form">
        {channelSettings[channel].map((key) => (
          <Field key={key} name={key} form={form} />
        ))}
      </div>
      {/* Deciding in the chat, and showing it the photos (D92). */}
      {channel === 'chat' && (
        <div className="form">
          {(['chatModeration', 'chatPhotos'] as const).map((key) => (
            <Switch
              key={key}
              {...form.flag(key)}
              // What is on can be switched off.
              disabled={!isOn(key) && (!isReady || (key === 'chatPhotos' && !isOn('chatModeration')))}
            />
          ))}
          {!isReady && <p className="soft">{t('chat.needsBot')}</p>}
        </div>
      )}
      <MessengerTest channel={channel} missing={channelSettings[channel].filter((key) => !isSet(key))} form={form} />
    </Section>
  ))
}

const Field = ({ name, form }: SectionProps & { readonly name: NotificationKey }) => {
  const { settings, changes, onChange } = form
  const { isSet = false, locked = false } = settings.settings[name] ?? {}
  const common = { ...form.text(name), dir: 'ltr', maxLength: 1_000 }
  if (!settingTable[name].secret) return <TextInput {...common} autoComplete="off" />
  const isRemoved = changes[name] === null
  const placeholder = isRemoved ? 'settings.secretRemoved' : isSet && 'settings.secretSet'
  return (
    <div>
      <PasswordInput
        {...common}
        // An empty field keeps the stored secret.
        onChange={(event) => onChange({ [name]: event.currentTarget.value || undefined })}
        autoComplete="new-password"
        placeholder={placeholder ? t(placeholder) : ''}
        visibilityToggleButtonProps={{ 'aria-label': t('settings.showSecret', { field: common.label }) }}
      />
      {!locked && (
        <div className="actions">
          {name === 'webhookSecret' && (
            <Button variant="subtle" onClick={() => onChange({ [name]: newSecret() })}>
              {t('settings.makeSecret')}
            </Button>
          )}
          {isSet && !isRemoved && (
            <Button variant="subtle" onClick={() => onChange({ [name]: null })}>
              {t('settings.removeSecret', { field: common.label })}
            </Button>
          )}
        </div>
      )}
    </div>
  )
}

const newSecret = () => `whsec_${btoa(String.fromCharCode(...crypto.getRandomValues(new Uint8Array(32))))}`

/** The Bot API begins with its status; what begins otherwise is the network's. */
const sentenceFor = ({ channel, outcome, reason }: Tested): keyof typeof adminTexts.messengerTest.answers => {
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

interface MessengerTestProps extends SectionProps {
  readonly channel: Channel
  readonly missing: readonly NotificationKey[]
}

/** Saves what was typed, sends a message and reports the result: in plain words and in those of the other side. */
const MessengerTest = ({ channel, missing, form }: MessengerTestProps) => {
  const isChanged = Object.keys(form.changes).length > 0
  const test = useAction({
    run: async () => {
      if (isChanged) await form.save.mutateAsync(form.changes)
      return adminCall('POST /api/admin/messenger/test', { query: { channel } })
    },
  })
  const { data, error } = test
  const fields = new Intl.ListFormat(i18n.language).format(missing.map((key) => form.field(key).label))
  const isBegun = missing.length < channelSettings[channel].length
  return (
    <div className={`stack ${style.test}`}>
      <ActionButton Icon={IconSend} disabled={missing.length > 0} loading={test.isPending} onClick={test.mutate}>
        {t(isChanged ? 'messengerTest.saveAndSend' : 'messengerTest.send')}
      </ActionButton>
      {missing.length > 0 && (
        <p className="soft">{isBegun ? t('messengerTest.missing', { fields }) : t('messengerTest.incomplete')}</p>
      )}
      <div role="status">
        {data?.channels.map((tested) => (
          <p key={tested.channel} data-outcome={tested.outcome}>
            {t(`messengerTest.answers.${sentenceFor(tested)}`)}
            {tested.reason && (
              <small className="breakable">{t('messengerTest.reason', { reason: tested.reason })}</small>
            )}
          </p>
        ))}
        {/* A field says itself why it was refused. */}
        {error && refusedSetting(error) === '' && <p data-outcome="failed">{sentenceOf(error)}</p>}
      </div>
    </div>
  )
}
