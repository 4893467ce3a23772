import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { Webhook } from 'standardwebhooks'

export interface WebhookCall {
  readonly id: string
  readonly body: unknown
}

export interface WebhookReceiver extends AsyncDisposable {
  /** Variables that make the service send here. */
  readonly env: Readonly<Record<string, string>>
  readonly secret: string
  /** Calls that were signed and accepted, in order. */
  readonly calls: WebhookCall[]
  /** All received calls. */
  attempts(): number
  /** The status instead of accepting the call. */
  refuse: () => { readonly status: number; readonly headers?: Record<string, string> } | undefined
}

/** A receiver that checks signatures with the library of the Standard Webhooks. */
export async function startWebhookReceiver(): Promise<WebhookReceiver> {
  const secret = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw'
  const verifier = new Webhook(secret)
  let attempts = 0
  const server = createServer(async (request, response) => {
    attempts++
    const { status, headers } = receiver.refuse() ?? { status: 204 }
    const body = await text(request)
    if (status < 300) {
      const verified = verifier.verify(body, request.headers as Record<string, string>)
      receiver.calls.push({ id: String(request.headers['webhook-id']), body: verified })
    }
    response.writeHead(status, headers).end()
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const receiver: WebhookReceiver = {
    env: {
      WEBHOOK_URL: `http://127.0.0.1:${port}/hooks?key=of-the-receiver`,
      WEBHOOK_SECRET: secret,
      ALLOW_PRIVATE_WEBHOOKS: 'true',
    },
    secret,
    calls: [],
    attempts: () => attempts,
    refuse: () => undefined,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
  return receiver
}
