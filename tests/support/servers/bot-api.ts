import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { json } from 'node:stream/consumers'

export interface SentMessage {
  readonly chat_id: string
  readonly text: string
  readonly [field: string]: unknown
}

/** The API's answer instead of accepting a message. */
export interface Refusal {
  readonly error_code: number
  readonly description: string
  readonly parameters?: { readonly retry_after?: number }
}

export interface BotApi extends AsyncDisposable {
  /** Variables that make the service send here. */
  readonly env: Readonly<Record<string, string>>
  readonly token: string
  /** Accepted messages, in order. */
  readonly messages: SentMessage[]
  readonly texts: () => string[]
  /** Received requests, accepted or not. */
  readonly calls: () => number
  /** Decides about each message; `hang` never answers. */
  refuse: (message: SentMessage) => Refusal | 'hang' | undefined
  /** Nothing listens any more, and open connections are cut. */
  stop(): Promise<void>
  /** Listens again at the same address. */
  start(): Promise<void>
}

/** A Bot API on loopback that knows `sendMessage` (D40). */
export async function startBotApi(): Promise<BotApi> {
  const token = '4711:AAE-secret_of-the-tests'
  const messages: SentMessage[] = []
  let calls = 0
  let port = 0
  let server: Server | undefined

  const api: BotApi = {
    get env() {
      return {
        MESSENGER_BOT_TOKEN: token,
        MESSENGER_CHAT_ID: '-100200300',
        MESSENGER_API_ROOT: `http://127.0.0.1:${port}`,
      }
    },
    token,
    messages,
    texts: () => messages.map(({ text }) => text),
    calls: () => calls,
    refuse: () => undefined,
    async start() {
      server = listen()
      server.listen(port, '127.0.0.1')
      await once(server, 'listening')
      port = (server.address() as AddressInfo).port
    },
    async stop() {
      server?.closeAllConnections()
      await new Promise((resolve) => server?.close(resolve))
    },
    [Symbol.asyncDispose]: () => api.stop(),
  }

  const listen = () =>
    createServer(async (request, response) => {
      calls++
      const message = (await json(request)) as SentMessage
      const known = request.url === `/bot${token}/sendMessage`
      const refusal = known ? judge(message) : { error_code: 404, description: 'Not Found' }
      if (refusal === 'hang') return
      if (refusal === undefined) messages.push(message)
      const answer = refusal ? { ok: false, ...refusal } : { ok: true, result: { message_id: messages.length } }
      response.writeHead(refusal?.error_code ?? 200, { 'content-type': 'application/json' }).end(JSON.stringify(answer))
    })

  /** The rules of the API for every message. */
  function judge(message: SentMessage): Refusal | 'hang' | undefined {
    if (message.text.trim() === '') return { error_code: 400, description: 'Bad Request: message text is empty' }
    if (message.text.length > 4096) return { error_code: 400, description: 'Bad Request: message is too long' }
    return api.refuse(message)
  }

  await api.start()
  return api
}
