import { isOwnMachine } from '#contract/site/own-machine.ts'
import { createBotApiMessenger } from '#server/adapters/messenger/bot-api-messenger.ts'
import { createEmailMessenger } from '#server/adapters/messenger/email-messenger.ts'
import { createWebhookMessenger } from '#server/adapters/messenger/webhook-messenger.ts'
import type { Config } from '#server/config/config.ts'
import type { ChannelName } from '#server/domain/notifications/channels.ts'
import type { Settings } from '#server/domain/settings/settings.ts'
import type { Messenger, Messengers } from '#server/ports/notifications/messenger.ts'
import type { LiveSettings } from '#server/ports/settings/setting-store.ts'

/** One for each channel that is set now. */
export function liveMessengers(config: Config, settings: LiveSettings): () => Messengers {
  let from: Settings | undefined
  let made: Messengers = new Map()
  return () => {
    if (from !== settings.current) {
      from = settings.current
      made = createMessengers(config, from)
    }
    return made
  }
}

function createMessengers({ notifications }: Config, set: Settings): Messengers {
  const messengers = new Map<ChannelName, Messenger>()
  const { messengerBotToken: token, messengerChatId: chatId, smtpUrl, mailFrom: from, mailTo: to } = set
  const { webhookUrl, webhookSecret: secret } = set
  const { apiRoot, allowsPrivate } = notifications
  const chat = { apiRoot, allowsPrivate: allowsPrivate || isOwnMachine(apiRoot) }
  if (token && chatId) messengers.set('chat', createBotApiMessenger({ token, chatId, ...chat }))
  if (smtpUrl && from && to) messengers.set('email', createEmailMessenger({ url: smtpUrl, from, to }))
  if (webhookUrl && secret)
    messengers.set('webhook', createWebhookMessenger({ url: webhookUrl, secret, allowsPrivate }))
  return messengers
}
