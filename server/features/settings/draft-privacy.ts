import { limits } from '#contract/limits.ts'
import type { Query } from '#contract/operation/operation.ts'
import type { draftPrivacy as contract } from '#contract/settings.ts'
import { configuredChannels } from '#server/domain/notifications/channels.ts'
import type { Deps } from '#server/ports/deps.ts'

type Source = Pick<Deps, 'config' | 'settings'>

/** Name and contact as typed, but not saved yet. */
type Draft = Query<typeof contract>

const factsOf = ({ config, settings: { current } }: Source, { siteName, contact = current.contact }: Draft) => ({
  name: siteName ?? current.siteName,
  contact: contact?.replace(/^mailto:/, ''),
  retentionDays: current.cleanupRetentionDays,
  approvedDays: current.approvedRetentionDays,
  removalHours: current.removalDeadlineHours,
  keepsLocation: config.keepLocation,
  bucket: config.s3 !== undefined,
  channels: configuredChannels(current),
  chatPhotos: current.chatModeration && current.chatPhotos,
})
type Facts = ReturnType<typeof factsOf>

const counted = (count: number, one: string, others: string): string => (count === 1 ? one : `${count} ${others}`)

const lines = (...parts: readonly (string | false | undefined)[]): string =>
  parts.filter((part) => part !== false && part !== undefined).join('\n')

const german = (f: Facts): string =>
  lines(
    '# Datenschutzerklärung\n',
    `**Verantwortlich für ${f.name}:** [Name, Anschrift]${f.contact ? `, ${f.contact}` : ', [Kontakt]'}`,
    '',
    '## Was wir speichern, und wie lange\n',
    `- **Deine Fotos** und was du dazu schreibst: bis du sie mit deinem Link löschst oder wir sie löschen. Fotos, die wir nie freigeben, werden nach ${counted(f.retentionDays, 'einem Tag', 'Tagen')} gelöscht${f.approvedDays === undefined ? '' : `, freigegebene ${counted(f.approvedDays, 'einen Tag', 'Tage')} nach der Freigabe`}.`,
    f.keepsLocation
      ? '- **Den Aufnahmeort**, wenn er im Foto steht, dazu Aufnahmedatum und Kameramodell: so lange wie das Foto.'
      : '- **Aufnahmedatum und Kameramodell**: so lange wie das Foto. Den Aufnahmeort entfernen wir beim Hochladen.',
    '- **Deine Einwilligungen** mit Wortlaut, Zeit und Änderungen: so lange wie das Foto.',
    `- **Zugriffe über deinen Link** mit IP-Adresse, Browser und Zeit: ${limits.auditLogDays} Tage.`,
    `- **Falsche Links und Mengen** je IP-Adresse, zum Schutz vor Missbrauch: höchstens ${limits.banHours} Stunden.`,
    `- **Anfragen, ein Foto zu entfernen**: Nachricht, Kontakt und IP-Adresse bis ${limits.removalContactDays} Tage nach der Entscheidung. Wir entscheiden in der Regel innerhalb von ${counted(f.removalHours, 'einer Stunde', 'Stunden')}.`,
    '',
    'Diese Seite setzt für Besucherinnen und Besucher keine Cookies und lädt nichts von anderen Servern. Dein Browser merkt sich deine Links, deinen Namen und einen Entwurf auf deinem Gerät; auf der Seite kannst du sie löschen.',
    '',
    '## Wer etwas davon bekommt\n',
    '- Alle, die in der Werkstatt vor dem Bildschirm stehen, sehen die freigegebenen Fotos und was du dazu geschrieben hast.',
    '- Plattformen nur, wenn du ihnen einzeln zugestimmt hast.',
    f.bucket && '- Die Dateien liegen bei [Anbieter des Speichers].',
    f.channels.includes('chat') &&
      `- **Telegram:** Unser Team wird über einen Chat benachrichtigt. Dabei gehen Titel, Name, Jahr, Zahl der Fotos und Einwilligungen${f.chatPhotos ? ', dazu bis zu zehn kleine Fotos, noch bevor wir sie angesehen haben,' : ''} an Server außerhalb der EU, nie ${f.chatPhotos ? '' : 'ein Foto, '}deine IP-Adresse oder dein Link.`,
    f.channels.includes('email') &&
      '- Unser Team wird per E-Mail benachrichtigt: Titel, Name, Jahr, Zahl der Fotos und Einwilligungen gehen über [Anbieter].',
    f.channels.includes('webhook') && '- Dieselben Angaben gehen an [Empfänger des Webhooks].',
    '- [Anbieter des Servers] als Auftragsverarbeiter.',
    '',
    '## Deine Rechte\n',
    'Rechtsgrundlage ist deine Einwilligung (Art. 6 Abs. 1 lit. a DSGVO), für die Protokolle unser Interesse an einem sicheren Betrieb (lit. f) [bitte prüfen]. Mit deinem Link kannst du Einwilligungen jederzeit widerrufen, Fotos ändern, herunterladen und löschen. Bist du auf einem Foto zu sehen und hast keinen Link, hilft die Seite „Foto entfernen lassen“. Du hast das Recht auf Auskunft, Berichtigung, Löschung, Einschränkung, Widerspruch und Übertragbarkeit und kannst dich bei einer Aufsichtsbehörde beschweren: [zuständige Behörde].',
    '',
  )

const english = (f: Facts): string =>
  lines(
    '# Privacy policy\n',
    `**Responsible for ${f.name}:** [name, address]${f.contact ? `, ${f.contact}` : ', [contact]'}`,
    '',
    '## What we store, and for how long\n',
    `- **Your photos** and what you write about them: until you delete them with your link, or we do. Photos that we never approve are deleted after ${counted(f.retentionDays, 'one day', 'days')}${f.approvedDays === undefined ? '' : `, approved ones ${counted(f.approvedDays, 'one day', 'days')} after their approval`}.`,
    f.keepsLocation
      ? '- **Where a photo was taken**, if the file says so, with its date and camera: as long as the photo.'
      : '- **Date and camera of a photo**: as long as the photo. We remove the place when you upload it.',
    '- **Your consents** with their wording, time and changes: as long as the photo.',
    `- **Uses of your link** with IP address, browser and time: ${limits.auditLogDays} days.`,
    `- **Wrong links and amounts** per IP address, against misuse: at most ${limits.banHours} hours.`,
    `- **Requests to remove a photo**: message, contact and IP address until ${limits.removalContactDays} days after the decision. We usually decide within ${counted(f.removalHours, 'one hour', 'hours')}.`,
    '',
    'This site sets no cookies for visitors and loads nothing from other servers. Your browser keeps your links, your name and a draft on your device; you can remove them on the page.',
    '',
    '## Who gets any of it\n',
    '- Anyone in front of the screen in the workshop sees approved photos and what you wrote about them.',
    '- Platforms only if you agreed to each of them.',
    f.bucket && '- The files are stored by [storage provider].',
    f.channels.includes('chat') &&
      `- **Telegram:** our team is notified in a chat. Title, name, year, number of photos and consents${f.chatPhotos ? ', and up to ten small photos before we have looked at them,' : ''} go to servers outside the EU; never ${f.chatPhotos ? '' : 'a photo, '}your IP address or your link.`,
    f.channels.includes('email') &&
      '- Our team is notified by e-mail: title, name, year, number of photos and consents pass [provider].',
    f.channels.includes('webhook') && '- The same facts go to [receiver of the webhook].',
    '- [Host of the server] as processor.',
    '',
    '## Your rights\n',
    'The legal basis is your consent (Art. 6(1)(a) GDPR), for the logs our interest in a secure service (f) [please check]. With your link you can withdraw consents and change, download and delete your photos at any time. If you are in a photo and have no link, use the page “Remove a photo”. You have the right of access, rectification, erasure, restriction, objection and portability, and may complain to a supervisory authority: [authority].',
    '',
  )

/** A privacy text that is true for this installation; what only the operator knows is in square brackets. */
export const draftPrivacy = (source: Source, draft: Draft): string =>
  (draft.language === 'de' ? german : english)(factsOf(source, draft))
