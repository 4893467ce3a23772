import { once } from 'node:events'
import http, { type IncomingMessage } from 'node:http'
import https from 'node:https'
import type { Delivery, Messenger, Notice } from '#server/ports/notifications/messenger.ts'
import { guardedAgent } from './guarded-agent.ts'
import { sendFailure, withoutSecrets } from './send-failure.ts'

export interface Webhook {
  readonly url: string
  /** `whsec_…` */
  readonly secret: string
  /** It may be on the own network. */
  readonly allowsPrivate: boolean
}

const timeoutMs = 10_000
const longestPauseSeconds = 24 * 60 * 60
/** These statuses refuse this body; any other failure concerns every message. */
const refusals = new Set([400, 413, 422])

/** Posts JSON, signed as Standard Webhooks specifies. */
export const createWebhookMessenger = (webhook: Webhook): Messenger => ({
  async send(notice) {
    const address = new URL(webhook.url)
    const secrets = [webhook.secret, address.password, ...(address.search === '' ? [] : [address.search])]
    try {
      const response = await post(notice, webhook)
      response.destroy()
      return deliveryOf(response, (text) => withoutSecrets(text, secrets))
    } catch (error) {
      return { outcome: 'unavailable', reason: sendFailure(error, secrets) }
    }
  },
})

/** The operator decides where messages go, not the receiver: no redirect is followed. */
async function post(notice: Notice, { url, secret, allowsPrivate }: Webhook): Promise<IncomingMessage> {
  const { Webhook: Signer } = await import('standardwebhooks')
  const sentAt = new Date()
  const body = JSON.stringify(bodyOf(notice))
  const address = new URL(url)
  const request = (address.protocol === 'https:' ? https : http).request(address, {
    method: 'POST',
    agent: guardedAgent(address, allowsPrivate),
    signal: AbortSignal.timeout(timeoutMs),
    headers: {
      'content-type': 'application/json',
      'content-length': Buffer.byteLength(body),
      'webhook-id': notice.id,
      'webhook-timestamp': String(Math.floor(sentAt.getTime() / 1000)),
      'webhook-signature': new Signer(secret).sign(notice.id, sentAt, body),
    },
  })
  // What happens to the connection after the answer is of no interest.
  request.on('error', () => undefined).end(body)
  const [response] = await once(request, 'response')
  return response
}

const bodyOf = ({ kind, createdAt, text, url, groupId, payload }: Notice) => ({
  type: kind,
  timestamp: createdAt,
  data: { text, url: url ?? null, groupId, ...payload },
})

function deliveryOf(
  { statusCode: status = 0, statusMessage = '', headers }: IncomingMessage,
  clean: (text: string) => string,
): Delivery {
  if (status >= 200 && status < 300) return { outcome: 'delivered' }
  const reason = clean(`${status} ${statusMessage}`.trim())
  if (refusals.has(status)) return { outcome: 'refused', reason }
  const seconds = Number(headers['retry-after'] ?? Number.NaN)
  if (status !== 429 || !(seconds > 0)) return { outcome: 'unavailable', reason }
  return { outcome: 'unavailable', reason, retryAfterMs: Math.min(seconds, longestPauseSeconds) * 1000 }
}
