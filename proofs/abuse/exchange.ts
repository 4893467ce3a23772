import { connect } from 'node:net'

export interface Answer {
  readonly status: number
  /** Lower-case names; several values of a name are several lines. */
  readonly headers: Readonly<Record<string, string>>
  readonly body: Buffer
  readonly ms: number
}

export interface RawRequest {
  readonly method?: string
  /** The request target, byte for byte (Latin-1). */
  readonly target: string
  readonly headers?: readonly (readonly [name: string, value: string])[]
  readonly body?: Uint8Array
  /** Without the body's Content-Length, for requests with another or none. */
  readonly ownLength?: boolean
}

/** The bytes of a request, unchecked and unchanged. */
export function requestBytes({ method = 'GET', target, headers = [], body, ownLength = false }: RawRequest): Buffer {
  const names = headers.map(([name]) => name.toLowerCase())
  const all = [
    ...(names.includes('host') ? [] : [['host', '127.0.0.1'] as const]),
    ...headers,
    ...(body && !ownLength ? [['content-length', String(body.length)] as const] : []),
  ]
  const head = `${method} ${target} HTTP/1.1\r\n${all.map(([name, value]) => `${name}: ${value}\r\n`).join('')}\r\n`
  return Buffer.concat([Buffer.from(head, 'latin1'), body ?? Buffer.alloc(0)])
}

/**
 * Sends bytes over a new connection and reads one answer. Undefined when the connection was closed without
 * one. Fails after `waitMs` of silence.
 */
export function exchange(
  port: number,
  bytes: Uint8Array,
  { head = false, waitMs = 30_000, end = false } = {},
): Promise<Answer | undefined> {
  const began = performance.now()
  return new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1')
    const chunks: Buffer[] = []
    const finish = (answer: Answer | undefined) => {
      // A reset leaves no waiting socket: thousands of these are opened per minute.
      socket.resetAndDestroy()
      resolve(answer)
    }
    const look = (closed: boolean) => {
      const answer = readAnswer(Buffer.concat(chunks), { head, closed })
      if (answer) finish({ ...answer, ms: performance.now() - began })
      else if (closed) finish(undefined)
    }
    socket.setTimeout(waitMs, () => {
      socket.destroy()
      reject(new Error(`no answer within ${waitMs} ms`))
    })
    socket.on('data', (chunk: Buffer) => {
      chunks.push(chunk)
      look(false)
    })
    socket.on('close', () => look(true))
    socket.on('error', () => undefined)
    socket.write(bytes)
    if (end) socket.end()
  })
}

/** The first answer in the received bytes, once it is complete. */
function readAnswer(
  bytes: Buffer,
  { head, closed }: { head: boolean; closed: boolean },
): Omit<Answer, 'ms'> | undefined {
  const end = bytes.indexOf('\r\n\r\n')
  if (end < 0) return undefined
  const [first = '', ...lines] = bytes.toString('latin1', 0, end).split('\r\n')
  const status = Number(first.split(' ')[1])
  if (status >= 100 && status < 200) return readAnswer(bytes.subarray(end + 4), { head, closed })
  const headers: Record<string, string> = {}
  for (const line of lines) {
    const [, name = '', value = ''] = /^([^:]*):\s*(.*)$/.exec(line) ?? []
    const key = name.toLowerCase()
    headers[key] = key in headers ? `${headers[key]}\n${value}` : value
  }
  const rest = bytes.subarray(end + 4)
  if (head || status === 204 || status === 304) return { status, headers, body: Buffer.alloc(0) }
  if (headers['transfer-encoding'] === 'chunked') {
    const body = unchunked(rest)
    return body && { status, headers, body }
  }
  const length = headers['content-length'] === undefined ? undefined : Number(headers['content-length'])
  if (length === undefined) return closed ? { status, headers, body: rest } : undefined
  return rest.length >= length ? { status, headers, body: rest.subarray(0, length) } : undefined
}

function unchunked(bytes: Buffer): Buffer | undefined {
  const parts: Buffer[] = []
  for (let at = 0; ; ) {
    const line = bytes.indexOf('\r\n', at)
    if (line < 0) return undefined
    const length = Number.parseInt(bytes.toString('latin1', at, line), 16)
    const from = line + 2
    if (bytes.length < from + length + 2) return undefined
    if (length === 0) return Buffer.concat(parts)
    parts.push(bytes.subarray(from, from + length))
    at = from + length + 2
  }
}
