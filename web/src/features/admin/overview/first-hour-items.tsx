import { IconSend } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { isOwnMachine } from '#contract/site/own-machine.ts'
import type { Answer } from '#web/api/client.ts'
import { ActionButton } from '#web/features/admin/shared/action-button.tsx'
import { adminCall } from '#web/features/admin/shared/admin-call.ts'
import { wasPrinted } from '#web/features/admin/shared/poster-printed.ts'
import type { Overview } from '#web/features/admin/shared/queries.ts'
import { dateTime } from '#web/features/admin/texts/dates.ts'
import type adminTexts from '#web/features/admin/texts/en.json'
import { sentenceOf, useTexts } from '#web/features/admin/texts/texts.ts'
import style from './checklist.module.css'

type T = ReturnType<typeof useTexts>['t']

/** A backup is made every day. */
const backupMs = 2 * 24 * 60 * 60_000

/** From the installation to the first photo on a screen; every item checks itself. */
export const firstHour = (t: T, overview: Overview): readonly Item[] => [
  address(t, overview),
  legal(t, overview),
  backup(t, overview),
  photo(t, overview),
  screen(t, overview),
  name(t, overview),
  proxy(t, overview),
  https(t, overview),
  messengers(t, overview),
  poster(t),
  secondAdmin(t, overview),
]

const address = (t: T, { siteUrl, reached: { uploadUrl, proposedUrls } }: Overview): Item => {
  if (isOwnMachine(uploadUrl)) {
    const proposed = proposedUrls.join(', ')
    const text = proposed === '' ? t('check.ownMachineText') : t('check.ownMachineProposal', { proposed })
    return { done: false, title: t('check.ownMachine', { url: uploadUrl }), text }
  }
  if (siteUrl === null) return { done: false, title: t('check.noSiteUrl'), text: t('check.noSiteUrlText') }
  return { done: true, title: t('check.siteUrl'), text: siteUrl }
}

const name = (t: T, { site: { isNamed } }: Overview): Item => ({
  done: isNamed,
  title: t(isNamed ? 'check.named' : 'check.noName'),
  text: <Link to="/admin/settings">{t('check.nameText')}</Link>,
})

const legal = (t: T, { site: { hasImprint, hasPrivacy } }: Overview): Item => {
  const done = hasImprint && hasPrivacy
  const missing = hasImprint ? 'check.noPrivacy' : hasPrivacy ? 'check.noImprint' : 'check.noLegal'
  return {
    done,
    title: t(done ? 'check.legal' : missing),
    text: (
      <Link to="/admin/settings" search={{ tab: 'texts' }}>
        {t(done ? 'check.legalDone' : 'check.legalText')}
      </Link>
    ),
  }
}

const proxy = (t: T, { reached: { hopsSeen, hopsTrusted } }: Overview): Item => {
  const done = hopsSeen === (hopsTrusted ?? 0)
  const counts = { seen: hopsSeen, trusted: hopsTrusted ?? 0 }
  if (!done) return { done, title: t('check.wrongProxy'), text: t('check.wrongProxyText', counts) }
  return { done, title: t(hopsSeen === 0 ? 'check.noProxy' : 'check.proxy'), text: t('check.proxyText', counts) }
}

const https = (t: T, { reached: { isSecure } }: Overview): Item => ({
  done: isSecure,
  title: t(isSecure ? 'check.https' : 'check.noHttps'),
  text: t(isSecure ? 'check.httpsText' : 'check.noHttpsText'),
})

export const messengers = (t: T, { messenger: { configured, channels } }: Overview): Item => ({
  done: configured,
  title: t(configured ? 'check.messenger' : 'check.noMessenger'),
  text: configured
    ? t('check.messengerText', { channels: channels.map((each) => t(`check.channels.${each}`)).join(', ') })
    : t('check.noMessengerText'),
  more: configured && <MessengerTest />,
})

export const backup = (t: T, { lastBackup, storage }: Overview): Item => {
  const done = lastBackup !== null && Date.now() - Date.parse(lastBackup) < backupMs
  if (lastBackup === null) return { done, title: t('check.backups'), text: t(`check.backupsText.${storage.database}`) }
  const time = dateTime(lastBackup)
  return { done, title: t(done ? 'check.backup' : 'check.oldBackup'), text: t('check.backupText', { time }) }
}

const poster = (t: T): Item => ({
  done: wasPrinted(),
  title: t(wasPrinted() ? 'check.poster' : 'check.noPoster'),
  text: <Link to="/admin/poster">{t('check.posterText')}</Link>,
})

const photo = (t: T, { groups, storage }: Overview): Item => {
  const done = groups.approved > 0
  const waits = !done && storage.images > 0
  if (done) return { done, title: t('check.photo'), text: t('check.photoDone') }
  return {
    done,
    title: t('check.noPhoto'),
    text: waits ? <Link to="/admin/moderation">{t('check.photoWaits')}</Link> : t('check.photoText'),
  }
}

const screen = (t: T, { screens, silentScreens }: Overview): Item => {
  const text = <Link to="/admin/screens">{t(screens > 0 ? 'check.screens' : 'check.screenText')}</Link>
  if (silentScreens.length > 0)
    return { done: false, title: t('check.silentScreens', { names: silentScreens.join(', ') }), text }
  return { done: screens > 0, title: t(screens > 0 ? 'check.screen' : 'check.noScreen'), text }
}

const secondAdmin = (t: T, { admins }: Overview): Item => ({
  done: admins > 1,
  title: t(admins > 1 ? 'check.secondAdmin' : 'check.oneAdmin'),
  text: <Link to="/admin/accounts">{t('check.secondAdminText')}</Link>,
})

export interface Item {
  readonly done: boolean
  readonly title: string
  readonly text: ReactNode
  readonly more?: ReactNode
}

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
const MessengerTest = () => {
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
