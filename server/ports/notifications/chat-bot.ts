import type { Message } from '#server/domain/notifications/message.ts'

/** The result of a call. Reasons contain no secret. */
export type Called<T> =
  | { readonly outcome: 'done'; readonly value: T }
  /** This call was refused; others may succeed. */
  | { readonly outcome: 'refused'; readonly reason: string }
  | {
      readonly outcome: 'unavailable'
      readonly reason: string
      readonly retryAfterMs?: number
      /** The answer was lost: the call may have had its effect. */
      readonly isUnanswered: boolean
    }

/** The bot in the chat of the team, by the methods of the Bot API (D40, D92). Nothing throws. */
export interface ChatBot {
  /** The public part of the bot's token: updates are numbered per bot. */
  readonly id: string
  /** The chat of the team. */
  readonly chatId: string
  /** `seconds`: the timeout, 10 by default. */
  call<T = unknown>(
    method: string,
    payload: object,
    options?: { readonly seconds?: number; readonly signal?: AbortSignal },
  ): Promise<Called<T>>
  /** A text to the team's chat, unless `more` names another one; links in it show no preview. */
  write<T = unknown>(method: 'sendMessage' | 'editMessageText', message: Message, more?: object): Promise<Called<T>>
  /** 1 to 10 JPEGs as one message, or as one album; returns the ids of their messages, in their order. */
  sendPhotos(photos: readonly Uint8Array[], replyTo: number): Promise<Called<number[]>>
}
