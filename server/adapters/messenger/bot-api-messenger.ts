import type { Api, GrammyError } from 'grammy'
import { messageOf } from '#server/domain/errors.ts'
import type { Delivery, Messenger } from '#server/ports/notifications/messenger.ts'
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

/** Sends by `sendMessage` of the Bot API (D40): no text of a visitor is read as markup or becomes a link. */
export function createBotApiMessenger({ token, chatId, apiRoot, allowsPrivate }: BotApi): Messenger {
  let api: Promise<Api> | undefined
  const root = apiRoot.replace(/\/+$/, '')
  const connection = () => ({ agent: guardedAgent(new URL(root), allowsPrivate), redirect: 'error' as const })
  /** The URL of every call contains the token, and an error can quote the URL. */
  const withoutToken = (text: string) =>
    [token, encodeURIComponent(token)].reduce((rest, secret) => rest.replaceAll(secret, '[token]'), text)
  const reasonFrom = (text: string) => withoutToken(text).slice(0, reasonLength)

  return {
    async send({ text, entities }) {
      // Loaded with the first message: most of its 0.1 seconds would delay every start.
      api ??= import('grammy').then(
        ({ Api }) => new Api(token, { apiRoot: root, timeoutSeconds, baseFetchConfig: connection() }),
      )
      try {
        await (await api).sendMessage(chatId, text, {
          link_preview_options: { is_disabled: true },
          ...(entities.length > 0 && { entities: [...entities] }),
        })
        return { outcome: 'delivered' }
      } catch (error) {
        return failure(error, reasonFrom)
      }
    },
  }
}

function failure(error: unknown, reasonFrom: (text: string) => string): Delivery {
  if (!isAnswer(error)) return { outcome: 'unavailable', reason: reasonFrom(networkFailure(error)) }
  const reason = reasonFrom(`${error.error_code} ${error.description}`)
  const seconds = error.parameters.retry_after
  if (error.error_code === 429 && seconds !== undefined) {
    return { outcome: 'unavailable', reason, retryAfterMs: Math.min(seconds, longestPauseSeconds) * 1000 }
  }
  // A wrong token, a blocked bot or a broken server affects all messages.
  return { outcome: error.error_code === 400 ? 'refused' : 'unavailable', reason }
}

/** The API refused the message. */
const isAnswer = (error: unknown): error is GrammyError => error instanceof Error && error.name === 'GrammyError'

function networkFailure(error: unknown): string {
  const { error: cause }: { error?: Partial<Error> & { code?: string; type?: string } } = error ?? {}
  return cause?.code ?? cause?.type ?? cause?.message ?? messageOf(error)
}
