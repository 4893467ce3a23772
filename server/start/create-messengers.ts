import { createBotApiMessenger } from '#server/adapters/messenger/bot-api-messenger.ts'
import { createEmailMessenger } from '#server/adapters/messenger/email-messenger.ts'
import { createWebhookMessenger } from '#server/adapters/messenger/webhook-messenger.ts'
import type { Config } from '#server/config/config.ts'
import type { ChannelName } from '#server/domain/notifications/channels.ts'
import type { Messenger, Messengers } from '#server/ports/notifications/messenger.ts'

/** One for each channel that is configured. */
export function createMessengers({ notifications, secrets }: Config): Messengers {
  const { chat, email, webhook } = notifications
  const messengers = new Map<ChannelName, Messenger>()
  const { messengerBotToken: token, smtpUrl, webhookSecret } = secrets
  if (chat !== undefined && token !== undefined) messengers.set('chat', createBotApiMessenger({ token, ...chat }))
  if (email !== undefined && smtpUrl !== undefined)
    messengers.set('email', createEmailMessenger({ url: smtpUrl, ...email }))
  if (webhook !== undefined && webhookSecret !== undefined)
    messengers.set('webhook', createWebhookMessenger({ url: webhook.url, secret: webhookSecret }))
  return messengers
}
