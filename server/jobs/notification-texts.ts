import { timeZone } from '#contract/site/time-zone.ts'
import { testTexts, toMessage, withoutLinks } from '#server/domain/notifications/message.ts'
import type { Notice } from '#server/ports/notifications/messenger.ts'
import type {
  GroupFacts,
  Notification,
  NotificationPayloads,
  QueuedNotification,
} from '#server/ports/notifications/notification-outbox.ts'

export type Language = 'de' | 'en'

/** Characters of one message of the Bot API, counted as UTF-16 units. */
const messageLength = 4096
const userTextLength = 200

interface When {
  readonly date: string
  readonly time: string
}

const german = {
  locale: 'de-DE',
  test: testTexts.de,
  screenSilent: (name: string, date: string, time: string) =>
    `Der Bildschirm „${name}“ meldet sich nicht mehr, zuletzt am ${date} um ${time} Uhr.`,
  backupFailed: (reason: string) => `Die Sicherung ist fehlgeschlagen. Grund: ${reason}`,
  ledgerCopyFailed: (reason: string) =>
    `Widerrufe und Löschungen lassen sich nicht neben die Sicherungen schreiben. Geht die Festplatte verloren, sind sie nicht mehr bekannt. Grund: ${reason}`,
  backupMissing: (last: string | null) =>
    `Seit zwei Tagen ist keine Sicherung gelungen${last === null ? '' : `, die letzte am ${last}`}.`,
  exhibitionDeletion: (name: string, count: number, { date, time }: When) =>
    `Am ${date} um ${time} Uhr ${count === 1 ? 'wird die eine Gruppe' : `werden alle ${count} Gruppen`} der Ausstellung „${name}“ gelöscht. Bis dahin lässt sich ihr Archiv herunterladen.`,
  upload: 'Neuer Upload wartet auf Prüfung',
  group_deleted: 'Gruppe von der einreichenden Person gelöscht',
  removal: 'Jemand möchte, dass ein Foto entfernt wird',
  reason: 'Grund',
  reasons: {
    me: 'ist selbst zu sehen',
    my_child: 'das eigene Kind ist zu sehen',
    rights: 'Rechte am Foto',
    other: 'ein anderer',
  },
  photo: 'Foto',
  photoBy: 'Foto von',
  photos: {
    hidden: 'vorerst ausgeblendet',
    shown: 'weiterhin zu sehen',
    limited: 'weiterhin zu sehen, von dieser Adresse sind schon genug ausgeblendet',
    unknown: 'nicht gefunden',
  },
  deadline: 'Bitte entscheiden bis',
  consent: { revoke: 'Einwilligung widerrufen', restore: 'Einwilligung wieder erteilt' },
  consentType: 'Einwilligung',
  consentTypes: { workshop: 'Anzeige in der Werkstatt', social_media: 'Plattform' },
  status: 'Stand',
  statuses: { true: 'erteilt', false: 'nicht erteilt' },
  name: 'Von',
  title: 'Titel',
  year: 'Jahr',
  images: 'Fotos',
  link: 'Prüfen',
  none: '–',
  warning: (count: number, date: string, time: string) =>
    count === 1
      ? `Am ${date} um ${time} Uhr wird 1 nie freigegebene Gruppe gelöscht:`
      : `Am ${date} um ${time} Uhr werden ${count} nie freigegebene Gruppen gelöscht:`,
  warningOfApproved: (count: number, approved: number, when: { date: string; time: string }) =>
    `Am ${when.date} um ${when.time} Uhr ${count === 1 ? 'wird 1 Gruppe' : `werden ${count} Gruppen`} gelöscht, davon ${approved} freigegebene, deren Frist abgelaufen ist:`,
  takedowns: (count: number, date: string) =>
    `${count === 1 ? '1 Beitrag ist' : `${count} Beiträge sind`} noch zu entfernen, der älteste seit ${date}.`,
  uploaded: (count: number, date: string) => `${count} ${count === 1 ? 'Foto' : 'Fotos'}, hochgeladen am ${date}`,
  more: (count: number) => `… und ${count} weitere`,
  photosLeft: (count: number) =>
    count === 1
      ? 'Ein Foto wurde zurückgezogen, lässt sich in diesem Chat aber nicht löschen. Bitte löscht es hier selbst.'
      : `${count} Fotos wurden zurückgezogen, lassen sich in diesem Chat aber nicht löschen. Bitte löscht sie hier selbst.`,
}

const english: typeof german = {
  locale: 'en-GB',
  test: testTexts.en,
  screenSilent: (name, date, time) =>
    `The screen “${name}” has stopped reporting; its last report was on ${date} at ${time}.`,
  backupFailed: (reason) => `The backup failed. Reason: ${reason}`,
  ledgerCopyFailed: (reason) =>
    `Withdrawals and deletions cannot be written beside the backups. If the disk is lost, nothing will know of them. Reason: ${reason}`,
  backupMissing: (last) =>
    `No backup has succeeded for two days${last === null ? '' : `; the last one was on ${last}`}.`,
  exhibitionDeletion: (name, count, { date, time }) =>
    `On ${date} at ${time}, ${count === 1 ? 'the one group' : `all ${count} groups`} of the exhibition “${name}” will be deleted. Until then you can download its archive.`,
  upload: 'New upload awaits review',
  group_deleted: 'Group deleted by its owner',
  removal: 'Someone wants a photo removed',
  reason: 'Reason',
  reasons: {
    me: 'they are in the photo',
    my_child: 'their child is in the photo',
    rights: 'rights to the photo',
    other: 'other',
  },
  photo: 'Photo',
  photoBy: 'Photo by',
  photos: {
    hidden: 'hidden for now',
    shown: 'still shown',
    limited: 'still shown, this address has hidden as many as it may',
    unknown: 'not found',
  },
  deadline: 'Please decide by',
  consent: { revoke: 'Consent revoked', restore: 'Consent restored' },
  consentType: 'Consent',
  consentTypes: { workshop: 'display in the workshop', social_media: 'platform' },
  status: 'Status',
  statuses: { true: 'given', false: 'not given' },
  name: 'From',
  title: 'Title',
  year: 'Year',
  images: 'Photos',
  link: 'Review',
  none: '–',
  warningOfApproved: (count, approved, { date, time }) =>
    `On ${date} at ${time}, ${count} ${count === 1 ? 'group' : 'groups'} will be deleted, ${approved} of them approved and kept for their full time:`,
  warning: (count, date, time) =>
    `On ${date} at ${time}, ${count} never-approved ${count === 1 ? 'group' : 'groups'} will be deleted:`,
  takedowns: (count, date) =>
    `${count} ${count === 1 ? 'post' : 'posts'} still to take down, the oldest since ${date}.`,
  uploaded: (count, date) => `${count} ${count === 1 ? 'photo' : 'photos'}, uploaded on ${date}`,
  more: (count) => `… and ${count} more`,
  photosLeft: (count) =>
    count === 1
      ? 'A photo was withdrawn but can’t be deleted from this chat. Please delete it here yourselves.'
      : `${count} photos were withdrawn but can’t be deleted from this chat. Please delete them here yourselves.`,
}

const languages = { de: german, en: english }
type Texts = typeof german

/** Line breaks would let a visitor write lines of ours, direction marks reorder them. */
const unwanted = /[\p{Cc}\p{Zl}\p{Zp}\s]+/gu
const directionMarks = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu

function userText(text: string | null, { none }: Texts): string {
  const line = (text ?? '').replace(directionMarks, '').replace(unwanted, ' ').trim()
  const characters = [...line]
  if (characters.length > userTextLength) return withoutLinks(`${characters.slice(0, userTextLength).join('')}…`)
  return withoutLinks(line) || none
}

const dateOf = (time: string, { locale }: Texts) =>
  new Intl.DateTimeFormat(locale, { timeZone, dateStyle: 'medium' }).format(new Date(time))
const timeOf = (time: string, { locale }: Texts) =>
  new Intl.DateTimeFormat(locale, { timeZone, timeStyle: 'short' }).format(new Date(time))

export const clockTime = (now: Date, language: Language): When => ({
  date: dateOf(now.toISOString(), languages[language]),
  time: timeOf(now.toISOString(), languages[language]),
})

const facts = (group: GroupFacts, texts: Texts) => [
  `${texts.name}: ${userText(group.name, texts)}`,
  `${texts.title}: ${userText(group.title, texts)}`,
  `${texts.year}: ${group.year}`,
  `${texts.images}: ${group.imageCount}`,
]

function consentLines(change: NotificationPayloads['consent_change'], texts: Texts) {
  const type = texts.consentTypes[change.consentType]
  const platform = change.platformName === null ? '' : ` ${userText(change.platformName, texts)}`
  return [
    texts.consent[change.action],
    `${texts.consentType}: ${type}${platform}`,
    `${texts.status}: ${texts.statuses[`${change.newValue}`]}`,
    ...facts(change, texts),
  ]
}

function removalLines(
  { group, reason, hiddenAtOnce, isLimited = false, deadline }: NotificationPayloads['removal_request'],
  texts: Texts,
) {
  const shown = isLimited ? 'limited' : 'shown'
  const photo = group === null ? 'unknown' : hiddenAtOnce ? 'hidden' : shown
  return [
    texts.removal,
    `${texts.reason}: ${texts.reasons[reason]}`,
    `${texts.photo}: ${texts.photos[photo]}`,
    `${texts.deadline}: ${dateOf(deadline, texts)}, ${timeOf(deadline, texts)}`,
    // “From” would read as who made the request.
    ...(group === null ? [] : facts(group, { ...texts, name: texts.photoBy })),
  ]
}

/** As many groups as the message has room for, and how many more there are. */
function warningLines(
  { deletionAt, groupCount, approvedCount, groups }: NotificationPayloads['deletion_warning'],
  texts: Texts,
) {
  const [date, time] = [dateOf(deletionAt, texts), timeOf(deletionAt, texts)]
  const lines = [
    approvedCount === 0
      ? texts.warning(groupCount, date, time)
      : texts.warningOfApproved(groupCount, approvedCount, { date, time }),
  ]
  const reserve = 500
  let length = lines.join('').length
  let listed = 0
  for (const group of groups) {
    const name = `${userText(group.name, texts)} · ${userText(group.title, texts)} (${group.year})`
    const line = `- ${name}: ${texts.uploaded(group.imageCount, dateOf(group.uploadDate, texts))}`
    if (length + line.length + 1 > messageLength - reserve) break
    lines.push(line)
    length += line.length + 1
    listed++
  }
  if (listed < groupCount) lines.push(texts.more(groupCount - listed))
  return lines
}

function linesOf(notification: Notification, texts: Texts, siteName: string): string[] {
  switch (notification.kind) {
    case 'test':
      return [texts.test(siteName)]
    case 'upload':
    case 'group_deleted':
      return [texts[notification.kind], ...facts(notification.payload, texts)]
    case 'consent_change':
      return consentLines(notification.payload, texts)
    case 'removal_request':
      return removalLines(notification.payload, texts)
    case 'takedown_reminder':
      return [texts.takedowns(notification.payload.count, dateOf(notification.payload.oldestAt, texts))]
    case 'screen_silent': {
      const { name, lastSeenAt } = notification.payload
      return [texts.screenSilent(userText(name, texts), dateOf(lastSeenAt, texts), timeOf(lastSeenAt, texts))]
    }
    case 'backup_failed':
      return [texts.backupFailed(userText(notification.payload.reason, texts))]
    case 'ledger_copy_failed':
      return [texts.ledgerCopyFailed(userText(notification.payload.reason, texts))]
    case 'backup_missing': {
      const { lastAt } = notification.payload
      return [texts.backupMissing(lastAt && dateOf(lastAt, texts))]
    }
    case 'exhibition_deletion': {
      const { name, groupCount, deletionAt } = notification.payload
      const when = { date: dateOf(deletionAt, texts), time: timeOf(deletionAt, texts) }
      return [texts.exhibitionDeletion(userText(name, texts), groupCount, when)]
    }
    case 'chat_photos_left':
      return [texts.photosLeft(notification.payload.count)]
    case 'chat_photos':
    case 'chat_decided':
    case 'chat_removal':
      return []
    case 'deletion_warning':
      return warningLines(notification.payload, texts)
  }
}

/** The page about what the notification reports; undefined where nothing is left, as of a deleted group. */
function pageOf({ kind, groupId }: Notification): string | undefined {
  if (kind === 'test' || kind === 'group_deleted' || kind === 'chat_photos_left') return undefined
  if (kind === 'removal_request') return '/admin/moderation'
  if (kind === 'ledger_copy_failed' || kind === 'backup_failed' || kind === 'backup_missing')
    return '/admin/settings?tab=backup'
  if (kind === 'screen_silent') return '/admin/screens'
  if (kind === 'takedown_reminder') return '/admin/takedowns'
  return groupId === null ? '/admin' : `/admin/moderation/${groupId}`
}

/** A message of at most 4096 characters (D40); with a link where the address of the admin pages is known (D65). */
export function noticeOf(
  notification: QueuedNotification,
  { language, adminUrl, siteName }: { language: Language; adminUrl: string | undefined; siteName: string },
): Notice {
  const texts = languages[language]
  const page = pageOf(notification)
  const url = adminUrl !== undefined && page !== undefined ? `${adminUrl}${page}` : undefined
  const link = url === undefined ? [] : [`${texts.link}: ${url}`]
  const { id, kind, groupId, createdAt, payload } = notification
  const message = toMessage([...linesOf(notification, texts, siteName), ...link].join('\n'), messageLength)
  // A restored database uses the same numbers again.
  return { ...message, id: `${id}-${Date.parse(createdAt)}`, siteName, kind, groupId, createdAt, url, payload }
}
