import { flag, type Setting, type SettingSchema } from './setting.ts'

const text = (pattern: string, more: object = {}): SettingSchema<string> => ({
  type: 'string',
  minLength: 1,
  maxLength: 1_000,
  pattern,
  ...more,
})
const mailAddress = '[^\\s,@<>"]+@[^\\s,@<>"]+'

/** How the team is notified: Telegram, e-mail and webhook (D87). */
export const notificationSettings = {
  messengerBotToken: {
    schema: text('^[A-Za-z0-9:_-]+$'),
    secret: true,
    variable: 'MESSENGER_BOT_TOKEN',
    meaning: 'Telegram: the token of the bot.',
    label: { en: 'Token of the bot', de: 'Token des Bots' },
    hint: { en: 'You get it from @BotFather: /newbot.', de: 'Du bekommst es von @BotFather: /newbot.' },
  },
  messengerChatId: {
    schema: text('^\\S+$'),
    variable: 'MESSENGER_CHAT_ID',
    meaning: 'Telegram: the chat that the bot writes to.',
    label: { en: 'ID of the chat', de: 'ID des Chats' },
    hint: {
      en: 'Add the bot to your group. Groups begin with a minus: -1001234567890.',
      de: 'Nimm den Bot in eure Gruppe auf. Gruppen beginnen mit einem Minus: -1001234567890.',
    },
  },
  chatModeration: {
    schema: flag,
    default: false,
    meaning: 'Telegram: the team approves and hides new groups by buttons in the chat (D92).',
    label: { en: 'Decide in the chat', de: 'Im Chat entscheiden' },
    hint: {
      en: 'Messages about new photos have the buttons Approve, Hide and Open. Everyone connects their Telegram once, under “My account”.',
      de: 'Nachrichten über neue Fotos haben die Knöpfe Freigeben, Ausblenden und Öffnen. Alle verbinden ihr Telegram einmal unter „Mein Konto“.',
    },
  },
  chatPhotos: {
    schema: flag,
    default: false,
    meaning: 'Telegram: with chatModeration, up to ten previews of a new group are sent to the chat (D92).',
    label: { en: 'Show the photos in the chat', de: 'Die Fotos im Chat zeigen' },
    hint: {
      en: 'The photos leave the house: Telegram gets up to ten small photos of each new group, before anyone has looked at them. Withdrawn photos are deleted from the chat where Telegram allows it, which is for 48 hours.',
      de: 'Die Fotos verlassen das Haus: Telegram bekommt von jeder neuen Gruppe bis zu zehn kleine Fotos, bevor jemand sie angesehen hat. Zurückgezogene Fotos werden im Chat gelöscht, soweit Telegram es erlaubt, also 48 Stunden lang.',
    },
  },
  smtpUrl: {
    schema: text('^smtps?://', { format: 'uri' }),
    secret: true,
    variable: 'SMTP_URL',
    meaning:
      '`smtps://name:password@mail.example.org` (port 465), or `smtp://…:587` with STARTTLS. `@ : / ? #` in the password are percent-encoded. A password is never sent without TLS.',
    label: { en: 'Mail server', de: 'Mailserver' },
    hint: {
      en: 'smtps://name:password@mail.example.org, or smtp://…:587. Write %40 for @ in name or password.',
      de: 'smtps://name:passwort@mail.example.org oder smtp://…:587. Für @ in Name oder Passwort %40 schreiben.',
    },
  },
  mailFrom: {
    schema: text(`^([^<>@\\r\\n]*<${mailAddress}>|${mailAddress})$`),
    variable: 'MAIL_FROM',
    meaning: 'Sender: `Workshop <photos@example.org>`.',
    label: { en: 'From', de: 'Absender' },
    hint: { en: 'Workshop <photos@example.org>', de: 'Werkstatt <fotos@example.org>' },
  },
  mailTo: {
    schema: text(`^${mailAddress}(\\s*,\\s*${mailAddress})*$`),
    variable: 'MAIL_TO',
    meaning: 'Recipients: `ada@example.org, bob@example.org`.',
    label: { en: 'To', de: 'An' },
    hint: {
      en: 'One or more addresses, separated by commas.',
      de: 'Eine oder mehrere Adressen, mit Kommas getrennt.',
    },
  },
  webhookUrl: {
    schema: text('^https?://', { format: 'uri' }),
    variable: 'WEBHOOK_URL',
    meaning:
      'Gets a POST for each notification: `{ type, timestamp, data: { text, url, groupId, … } }`. Any 2xx answer counts as delivered.',
    label: { en: 'Address of the webhook', de: 'Adresse des Webhooks' },
    hint: { en: 'https://…', de: 'https://…' },
  },
  webhookSecret: {
    schema: text('^whsec_[A-Za-z0-9+/]{32,}={0,2}$'),
    secret: true,
    variable: 'WEBHOOK_SECRET',
    meaning:
      'Signs the requests as in [Standard Webhooks](https://www.standardwebhooks.com): `echo whsec_$(openssl rand -base64 32)`. A repeated request has the same `webhook-id`.',
    label: { en: 'Signing secret', de: 'Signaturschlüssel' },
    hint: {
      en: 'whsec_ and at least 32 letters and digits. The receiver needs the same.',
      de: 'whsec_ und mindestens 32 Buchstaben und Ziffern. Der Empfänger braucht denselben.',
    },
  },
} as const satisfies Readonly<Record<string, Setting>>

/** What a channel needs, all of it. */
export const channelSettings = {
  chat: ['messengerBotToken', 'messengerChatId'],
  email: ['smtpUrl', 'mailFrom', 'mailTo'],
  webhook: ['webhookUrl', 'webhookSecret'],
} as const satisfies Readonly<Record<string, readonly (keyof typeof notificationSettings)[]>>
