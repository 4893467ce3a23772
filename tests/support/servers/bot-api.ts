import { once } from 'node:events'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'

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
type Judgement = Refusal | 'hang' | undefined

/** A call of any method that was accepted, with the id of its message or the first of them. */
export interface BotCall {
  readonly method: string
  readonly payload: Readonly<Record<string, unknown>>
  readonly messageId: number
  /** Sizes of the received files. */
  readonly files: readonly number[]
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
  refuse: (message: SentMessage) => Judgement
  /** Decides how calls of all other methods are answered. */
  refuseCall: (method: string) => Judgement
  /** Accepted calls of a method. */
  done: (method: string) => readonly BotCall[]
  /** Adds it to the next answer of `getUpdates`; returns its number. */
  report: (update: object) => number
  /** The next `getUpdates` return everything again, as after a lost answer. */
  repeat: () => void
  /** A process waits for updates. */
  readonly isPolled: () => boolean
  /** Requests for updates that were answered with 409, because another process was waiting for some. */
  readonly conflicts: () => number
  /** Nothing listens any more, and open connections are cut. */
  stop(): Promise<void>
  /** Listens again at the same address. */
  start(): Promise<void>
}

const bad = (description: string): Refusal => ({ error_code: 400, description: `Bad Request: ${description}` })

/** Fields and files of a JSON or multipart body. */
async function read(request: IncomingMessage) {
  const type = request.headers['content-type'] ?? ''
  const body = await buffer(request)
  if (!type.startsWith('multipart/'))
    return { payload: JSON.parse(body.toString() || '{}') as Record<string, unknown>, files: [] }
  const form = await new Response(new Uint8Array(body), { headers: { 'content-type': type } }).formData()
  const entries = [...form]
  const fields = entries.filter((entry): entry is [string, string] => typeof entry[1] === 'string')
  const parsed = fields.map(([name, value]) => [name, /^[[{]/.test(value) ? JSON.parse(value) : value])
  const files = entries.flatMap(([, value]) => (typeof value === 'string' ? [] : [value.size]))
  return { payload: Object.fromEntries(parsed) as Record<string, unknown>, files }
}

/** The rules of the API for buttons. */
function judgeButtons({ reply_markup: markup }: Readonly<Record<string, unknown>>): Refusal | undefined {
  const { inline_keyboard: rows = [] } = (markup ?? {}) as {
    inline_keyboard?: { text: string; url?: string; callback_data?: string }[][]
  }
  for (const { url, callback_data: data = 'x' } of rows.flat()) {
    if (Buffer.byteLength(data) > 64 || data === '') return bad('BUTTON_DATA_INVALID')
    if (url !== undefined && !new URL(url).hostname.includes('.')) return bad('BUTTON_URL_INVALID')
  }
  return undefined
}

/** A Bot API on loopback: messages (D40), buttons, photos and updates (D92). `port`: that of an earlier one. */
export async function startBotApi({
  token = '4711:AAE-secret_of-the-tests',
  port = 0,
}: {
  readonly token?: string
  readonly port?: number
} = {}): Promise<BotApi> {
  const messages: SentMessage[] = []
  const accepted: BotCall[] = []
  const updates: { readonly update_id: number; readonly [field: string]: unknown }[] = []
  let confirmed = 0
  let waiting: (() => void) | undefined
  let conflicts = 0
  let lastMessageId = 0
  let lastUpdateId = 700
  let calls = 0
  let at = port
  let server: Server | undefined

  const api: BotApi = {
    get env() {
      return {
        MESSENGER_BOT_TOKEN: token,
        MESSENGER_CHAT_ID: '-100200300',
        MESSENGER_API_ROOT: `http://127.0.0.1:${at}`,
      }
    },
    token,
    messages,
    texts: () => messages.map(({ text }) => text),
    calls: () => calls,
    refuse: () => undefined,
    refuseCall: () => undefined,
    done: (method) => accepted.filter((each) => each.method === method),
    report(update) {
      updates.push({ update_id: ++lastUpdateId, ...update })
      waiting?.()
      return lastUpdateId
    },
    repeat() {
      confirmed = 0
      waiting?.()
    },
    isPolled: () => waiting !== undefined,
    conflicts: () => conflicts,
    async start() {
      server = listen()
      server.listen(at, '127.0.0.1')
      await once(server, 'listening')
      at = (server.address() as AddressInfo).port
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
      const { payload, files } = await read(request)
      const [, sentToken, method = ''] = /^\/bot([^/]*)\/(\w+)$/.exec(request.url ?? '') ?? []
      const known = sentToken === token || sentToken === encodeURIComponent(token)
      const refusal = known ? judge(method, { payload, files }) : { error_code: 404, description: 'Not Found' }
      if (refusal === 'hang') return
      const answer = refusal
        ? { ok: false, ...refusal }
        : { ok: true, result: await carryOut(method, { payload, files, response }) }
      response.writeHead(refusal?.error_code ?? 200, { 'content-type': 'application/json' }).end(JSON.stringify(answer))
    })

  /** The rules of the API. */
  function judge(
    method: string,
    { payload, files }: { payload: Readonly<Record<string, unknown>>; files: readonly number[] },
  ): Judgement {
    const { text = 'x' } = payload as { text?: string }
    if (text.trim() === '') return bad('message text is empty')
    if (text.length > (method === 'answerCallbackQuery' ? 200 : 4096)) return bad('message is too long')
    if (method === 'sendMediaGroup' && (files.length < 2 || files.length > 10)) return bad('wrong number of media')
    if (method === 'getUpdates' && waiting) {
      conflicts++
      return { error_code: 409, description: 'Conflict: terminated by other getUpdates request' }
    }
    const buttons = judgeButtons(payload)
    if (buttons) return buttons
    return method === 'sendMessage' ? api.refuse(payload as SentMessage) : api.refuseCall(method)
  }

  interface Accepted {
    readonly payload: Record<string, unknown>
    readonly files: readonly number[]
    readonly response: ServerResponse
  }

  async function carryOut(method: string, { payload, files, response }: Accepted) {
    if (method === 'getUpdates') return nextUpdates(payload, response)
    if (method === 'getMe') return { id: 4711, is_bot: true, first_name: 'Werkschau', username: 'werkschau_bot' }
    const messageId = lastMessageId + 1
    lastMessageId += Math.max(1, files.length)
    accepted.push({ method, payload, messageId, files })
    if (method === 'sendMessage') messages.push(payload as SentMessage)
    if (method === 'sendMediaGroup') return files.map((_, index) => ({ message_id: messageId + index }))
    return method.startsWith('send') ? { message_id: messageId } : true
  }

  /** Waits until there is one, at most as long as the caller allows. */
  async function nextUpdates(
    { offset = 0, timeout = 0 }: { offset?: number; timeout?: number },
    caller: ServerResponse,
  ) {
    confirmed = Math.max(confirmed, offset)
    const unread = () => updates.filter(({ update_id: id }) => id >= confirmed)
    if (unread().length > 0) return unread()
    await new Promise<void>((resolve) => {
      waiting = resolve
      caller.once('close', resolve)
      setTimeout(resolve, timeout * 1_000).unref()
    })
    waiting = undefined
    return unread()
  }

  await api.start()
  return api
}
