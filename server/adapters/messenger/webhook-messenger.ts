import type { Delivery, Messenger, Notice } from '#server/ports/notifications/messenger.ts'
import { sendFailure, withoutSecrets } from './send-failure.ts'

export interface Webhook {
  readonly url: string
  /** `whsec_…` */
  readonly secret: string
}

const timeoutMs = 10_000
const longestPauseSeconds = 24 * 60 * 60
/** These statuses refuse this body; any other failure concerns every message. */
const refusals = new Set([400, 413, 422])

/** Posts JSON, signed as Standard Webhooks specifies. */
export const createWebhookMessenger = ({ url, secret }: Webhook): Messenger => ({
  async send(notice) {
    const address = new URL(url)
    const secrets = [secret, address.password, ...(address.search === '' ? [] : [address.search])]
    try {
      const response = await post(notice, { url, secret })
      await response.body?.cancel()
      return deliveryOf(response, (text) => withoutSecrets(text, secrets))
    } catch (error) {
      return { outcome: 'unavailable', reason: sendFailure(error, secrets) }
    }
  },
})

async function post(notice: Notice, { url, secret }: Webhook): Promise<Response> {
  const { Webhook: Signer } = await import('standardwebhooks')
  const sentAt = new Date()
  const body = JSON.stringify(bodyOf(notice))
  return fetch(url, {
    method: 'POST',
    // The operator decides where messages go, not the receiver.
    redirect: 'manual',
    signal: AbortSignal.timeout(timeoutMs),
    headers: {
      'content-type': 'application/json',
      'webhook-id': notice.id,
      'webhook-timestamp': String(Math.floor(sentAt.getTime() / 1000)),
      'webhook-signature': new Signer(secret).sign(notice.id, sentAt, body),
    },
    body,
  })
}

const bodyOf = ({ kind, createdAt, text, url, groupId, payload }: Notice) => ({
  type: kind,
  timestamp: createdAt,
  data: { text, url: url ?? null, groupId, ...payload },
})

function deliveryOf({ ok, status, statusText, headers }: Response, clean: (text: string) => string): Delivery {
  if (ok) return { outcome: 'delivered' }
  const reason = clean(`${status} ${statusText}`.trim())
  if (refusals.has(status)) return { outcome: 'refused', reason }
  const seconds = Number(headers.get('retry-after') ?? Number.NaN)
  if (status !== 429 || !(seconds > 0)) return { outcome: 'unavailable', reason }
  return { outcome: 'unavailable', reason, retryAfterMs: Math.min(seconds, longestPauseSeconds) * 1000 }
}
