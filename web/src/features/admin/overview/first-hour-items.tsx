import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { isOwnMachine } from '#contract/site/own-machine.ts'
import { wasPrinted } from '#web/features/admin/shared/poster-printed.ts'
import type { Overview } from '#web/features/admin/shared/queries.ts'
import { dateTime } from '#web/features/admin/texts/dates.ts'
import type adminTexts from '#web/features/admin/texts/en.json'
import { t } from '#web/features/admin/texts/texts.ts'
import { BackupNow, type Backups } from './backup-now.tsx'

type Key = keyof typeof adminTexts.check
type Title = Exclude<Key, 'channels' | 'database' | 'files'>
/** Keys of titles that have a text. */
type State = { [K in Key]: `${K}Text` extends Key ? K : never }[Key]

export const itemOf = (done: boolean, state: State, words = {}): Item => ({
  done,
  title: t(`check.${state}`, words),
  text: t(`check.${state}Text`, words),
})

/** A failed notification is repeated several times within it. */
const lateMs = 10 * 60_000
/** A backup is made every day. */
const backupMs = 2 * 24 * 60 * 60_000

/** Done with the first title, open with the second. */
const either = (done: boolean, [yes, no]: readonly [Title, Title], text: ReactNode): Item => ({
  done,
  title: t(`check.${done ? yes : no}`),
  text,
})

/** From the installation to the first photo on a screen; every item checks itself. */
export const firstHour = (overview: Overview, made: Backups | undefined): readonly Item[] => [
  address(overview),
  legal(overview),
  backup(overview, made),
  photo(overview),
  screen(overview),
  name(overview),
  proxy(overview),
  https(overview),
  messengers(overview),
  poster(),
  secondAdmin(overview),
]

const address = ({ siteUrl, reached: { uploadUrl, proposedUrls } }: Overview): Item => {
  if (isOwnMachine(uploadUrl)) {
    const proposed = proposedUrls.join(', ')
    const text = proposed === '' ? t('check.ownMachineText') : t('check.ownMachineProposal', { proposed })
    return { done: false, title: t('check.ownMachine', { url: uploadUrl }), text }
  }
  if (siteUrl === null) return itemOf(false, 'noSiteUrl')
  return { done: true, title: t('check.siteUrl'), text: siteUrl }
}

const name = ({ site: { isNamed } }: Overview) =>
  either(isNamed, ['named', 'noName'], <Link to="/admin/settings">{t('check.nameText')}</Link>)

const legal = ({ site: { hasImprint, hasPrivacy } }: Overview): Item => {
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

const proxy = ({ reached: { hopsSeen, hopsTrusted } }: Overview): Item => {
  const done = hopsSeen === (hopsTrusted ?? 0)
  const counts = { seen: hopsSeen, trusted: hopsTrusted ?? 0 }
  if (!done) return itemOf(done, 'wrongProxy', counts)
  return { done, title: t(hopsSeen === 0 ? 'check.noProxy' : 'check.proxy'), text: t('check.proxyText', counts) }
}

const https = ({ reached: { isSecure } }: Overview) => itemOf(isSecure, isSecure ? 'https' : 'noHttps')

const messengers = ({ messenger, oldestNotification: oldest }: Overview): Item => {
  const { configured, channels, lostSecrets } = messenger
  const isLate = oldest !== null && Date.now() - Date.parse(oldest) > lateMs
  const working = isLate ? 'lateMessages' : 'messenger'
  const state = lostSecrets.length > 0 ? 'lostSecrets' : configured ? working : 'noMessenger'
  const names = channels.map((each) => t(`check.channels.${each}`)).join(', ')
  const text = (
    <Link to="/admin/settings" search={{ tab: 'notifications' }}>
      {t(`check.${state}Text`, { channels: names, time: oldest && dateTime(oldest) })}
    </Link>
  )
  return { done: state === 'messenger', urgent: state === 'lateMessages', title: t(`check.${state}`), text }
}

const backup = ({ lastBackup: recorded }: Overview, made: Backups | undefined): Item => {
  const [own] = made?.backups ?? []
  const lastBackup = own?.createdAt ?? recorded
  const isRecent = lastBackup !== null && Date.now() - Date.parse(lastBackup) < backupMs
  const time = lastBackup === null ? '' : dateTime(lastBackup)
  const more = <BackupNow />
  if (made?.lastFailure) return { ...itemOf(false, 'backupFailed'), urgent: true, more }
  if (isRecent && made?.isSameDisk) return { ...itemOf(false, 'sameDisk'), more }
  const state = isRecent ? 'check.backup' : lastBackup === null ? 'check.backups' : 'check.oldBackup'
  const text = (
    <Link to="/admin/settings" search={{ tab: 'backup' }}>
      {own ? t('check.backupSettings') : isRecent ? t('check.backupText', { time }) : t('check.backupsText')}
    </Link>
  )
  return { done: isRecent, title: t(state), text, more }
}

const poster = () =>
  either(wasPrinted(), ['poster', 'noPoster'], <Link to="/admin/poster">{t('check.posterText')}</Link>)

const photo = ({ groups, storage }: Overview): Item => {
  const waits = storage.images > 0 ? <Link to="/admin/moderation">{t('check.photoWaits')}</Link> : t('check.photoText')
  const done = groups.approved > 0
  return either(done, ['photo', 'noPhoto'], done ? t('check.photoDone') : waits)
}

const screen = ({ screens, silentScreens }: Overview): Item => {
  const text = <Link to="/admin/screens">{t(screens > 0 ? 'check.screens' : 'check.screenText')}</Link>
  if (silentScreens.length > 0)
    return { done: false, title: t('check.silentScreens', { names: silentScreens.join(', ') }), text }
  return either(screens > 0, ['screen', 'noScreen'], text)
}

const secondAdmin = ({ admins }: Overview) =>
  either(admins > 1, ['secondAdmin', 'oneAdmin'], <Link to="/admin/accounts">{t('check.secondAdminText')}</Link>)

export interface Item {
  readonly done: boolean
  /** It has worked, and does no longer: before all others. */
  readonly urgent?: boolean
  readonly title: string
  readonly text: ReactNode
  readonly more?: ReactNode
}
