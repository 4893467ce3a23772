import type { ChannelName } from '#server/domain/notifications/channels.ts'
import type { Message } from '#server/domain/notifications/message.ts'
import type { ChatBot } from './chat-bot.ts'
import type { NotificationKind } from './notification-outbox.ts'

/** The result of sending a message. Reasons contain no secret. */
export type Delivery =
  | { readonly outcome: 'delivered' }
  /** The service cannot be reached or accepts nothing now; no message gets through before `retryAfterMs`, if it is given. */
  | { readonly outcome: 'unavailable'; readonly reason: string; readonly retryAfterMs?: number }
  /** This message is refused; others may pass. */
  | { readonly outcome: 'refused'; readonly reason: string }

/** A message, with what it is about for receivers that read data. */
export interface Notice extends Message {
  /** The same for every attempt, so that a receiver recognizes a repetition. */
  readonly id: string
  /** The name of the service, as visitors see it. */
  readonly siteName: string
  readonly kind: NotificationKind
  readonly groupId: string | null
  /** ISO 8601. */
  readonly createdAt: string
  /** The page of the admin pages that it is about. */
  readonly url: string | undefined
  readonly payload: object
}

/** What takes the messages of one channel to the team (specification, Events; D40). */
export interface Messenger {
  /**
   * Sends one message of 1 to 4096 characters. Ends within 15 seconds and never throws; a message whose answer was lost may
   * have arrived.
   */
  send(notice: Notice): Promise<Delivery>
  /** Of the chat. */
  readonly bot?: ChatBot
}

/** The messengers of the channels that are configured. */
export type Messengers = ReadonlyMap<ChannelName, Messenger>
