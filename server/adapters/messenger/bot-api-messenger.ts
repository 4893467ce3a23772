import type { Api, GrammyError } from 'grammy'
import { messageOf } from '#server/domain/errors.ts'
import type { Called, ChatBot } from '#server/ports/notifications/chat-bot.ts'
import type { Messenger } from '#server/ports/notifications/messenger.ts'
import { guardedAgent } from './guarded-agent.ts'

export interface BotApi {
  readonly token: string
  readonly chatId: string
  readonly apiRoot: string
  /** It may be on the own network. */
  readonly allowsPrivate: boolean
}

const timeoutSeconds = 10
const longestPauseSeconds = 24 * 60 * 60
const reasonLength = 200

/** Sends by the Bot API (D40): no text of a visitor is read as markup or becomes a link. */
export function createBotApiMessenger(api: BotApi): Messenger {
  const bot = createBot(api)
  return {
    bot,
    async send(notice) {
      const called = await bot.write('sendMessage', notice)
      return called.outcome === 'done' ? { outcome: 'delivered' } : called
    },
  }
}

function createBot(api: BotApi): ChatBot {
  const { token, chatId } = api
  const call = createCall(api)
  return {
    id: token.split(':', 1)[0] ?? '',
    chatId,
    call,
    write: (method, { text, entities }, more = {}) =>
      call(method, {
        chat_id: chatId,
        text,
        link_preview_options: { is_disabled: true },
        ...(entities.length > 0 && { entities: [...entities] }),
        ...more,
      }),
    async sendPhotos(photos, replyTo) {
      const { InputFile } = await import('grammy')
      const files = photos.map((bytes) => new InputFile(bytes, 'photo.jpg'))
      const to = { chat_id: chatId, reply_parameters: { message_id: replyTo, allow_sending_without_reply: true } }
      const media = files.map((file) => ({ type: 'photo', media: file }))
      // An album has at least two.
      const sent = await (files.length === 1
        ? call<Sent>('sendPhoto', { ...to, photo: files[0] }, { seconds: photoSeconds })
        : call<Sent[]>('sendMediaGroup', { ...to, media }, { seconds: photoSeconds }))
      if (sent.outcome !== 'done') return sent
      return { outcome: 'done', value: [sent.value].flat().map(({ message_id }) => message_id) }
    },
  }
}

type RawCall = (...args: readonly unknown[]) => Promise<unknown>
type Call = <T>(
  method: string,
  payload: object,
  options?: { readonly seconds?: number; readonly signal?: AbortSignal },
) => Promise<Called<T>>

function createCall({ token, chatId, apiRoot, allowsPrivate }: BotApi): Call {
  const root = apiRoot.replace(/\/+$/, '')
  const connection = () => ({ agent: guardedAgent(new URL(root), allowsPrivate), redirect: 'error' as const })
  /** The URL of every call contains the token, and an error can quote the URL. */
  const withoutToken = (text: string) =>
    [token, encodeURIComponent(token)].reduce((rest, secret) => rest.replaceAll(secret, '[token]'), text)
  const reasonFrom = (text: string) => withoutToken(text).slice(0, reasonLength)
  const apis = new Map<number, Promise<Api>>()
  // Loaded with the first call: most of its 0.1 seconds would delay every start.
  const apiFor = (seconds: number) => {
    const options = () => ({ apiRoot: root, timeoutSeconds: seconds, baseFetchConfig: connection() })
    const api = apis.get(seconds) ?? import('grammy').then(({ Api }) => new Api(token, options()))
    apis.set(seconds, api)
    return api
  }

  return async (method, payload, { seconds = timeoutSeconds, signal } = {}) => {
    const isOtherChat = 'chat_id' in payload && payload.chat_id !== chatId
    try {
      const raw = (await apiFor(seconds)).raw as unknown as Readonly<Record<string, RawCall>>
      // This one takes no payload.
      const args = method === 'getMe' ? [signal] : [payload, signal]
      return { outcome: 'done', value: (await raw[method]?.(...args)) as never }
    } catch (error) {
      return failure(error, { reasonFrom, isOtherChat })
    }
  }
}

interface Sent {
  readonly message_id: number
}

/** Ten previews over a slow line; shorter than the lease of the delivery. */
const photoSeconds = 25

function failure(
  error: unknown,
  { reasonFrom, isOtherChat }: { reasonFrom: (text: string) => string; isOtherChat: boolean },
): Exclude<Called<never>, { outcome: 'done' }> {
  if (!isAnswer(error)) {
    const words = networkFailure(error)
    return { outcome: 'unavailable', reason: reasonFrom(words), isUnanswered: !neverSent.includes(words) }
  }
  const { error_code: code } = error
  const reason = reasonFrom(`${code} ${error.description}`)
  const seconds = error.parameters.retry_after
  if (code === 429 && seconds !== undefined) {
    const retryAfterMs = Math.min(seconds, longestPauseSeconds) * 1000
    return { outcome: 'unavailable', reason, retryAfterMs, isUnanswered: false }
  }
  // A wrong token, a blocked bot or a broken server affects all messages; the bot may have left an earlier chat.
  if (code === 400 || (code === 403 && isOtherChat)) return { outcome: 'refused', reason }
  return { outcome: 'unavailable', reason, isUnanswered: code >= 500 }
}

const neverSent: readonly string[] = ['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'EHOSTUNREACH', 'ENETUNREACH']

/** The API refused the message. */
const isAnswer = (error: unknown): error is GrammyError => error instanceof Error && error.name === 'GrammyError'

function networkFailure(error: unknown): string {
  const { error: cause }: { error?: Partial<Error> & { code?: string; type?: string } } = error ?? {}
  return cause?.code ?? cause?.type ?? cause?.message ?? messageOf(error)
}
