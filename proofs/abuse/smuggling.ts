import { connect } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Attack } from './attack.ts'
import { openLedger } from './ledger.ts'

interface Trick {
  readonly what: string
  readonly bytes: string
  /** The maximum number of answers; a request smuggled in the first would get another one. */
  readonly answers: number
}

const hidden = 'GET /api/social-media/platforms HTTP/1.1\r\nHost: a\r\n\r\n'
const post = (headers: string, body: string) =>
  `POST /auth/login HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\n${headers}\r\n\r\n${body}`
const get = (headers: string, line = 'GET /health HTTP/1.1') => `${line}\r\nHost: a\r\n${headers}\r\n\r\n`

/** Requests whose end a proxy and a server could place differently, and barely valid HTTP. */
const tricks: readonly Trick[] = [
  {
    what: 'Content-Length and chunked',
    bytes: post('Content-Length: 4\r\nTransfer-Encoding: chunked', `0\r\n\r\n${hidden}`),
    answers: 1,
  },
  {
    what: 'chunked and Content-Length',
    bytes: post('Transfer-Encoding: chunked\r\nContent-Length: 5', `0\r\n\r\n${hidden}`),
    answers: 1,
  },
  {
    what: 'two lengths',
    bytes: post(`Content-Length: 2\r\nContent-Length: ${hidden.length + 2}`, `{}${hidden}`),
    answers: 1,
  },
  { what: 'two lengths in one line', bytes: post('Content-Length: 2, 2', `{}${hidden}`), answers: 1 },
  { what: 'a length with a sign', bytes: post('Content-Length: +2', `{}${hidden}`), answers: 1 },
  { what: 'a negative length', bytes: post('Content-Length: -1', hidden), answers: 1 },
  { what: 'a length in hexadecimal', bytes: post('Content-Length: 0x2', `{}${hidden}`), answers: 1 },
  { what: 'a length beyond 64 bits', bytes: post('Content-Length: 99999999999999999999', hidden), answers: 1 },
  { what: 'a blank before the colon', bytes: post('Content-Length : 2', `{}${hidden}`), answers: 1 },
  {
    what: 'chunked with a tab',
    bytes: post('Transfer-Encoding:\tchunked\r\nContent-Length: 2', `{}${hidden}`),
    answers: 1,
  },
  { what: 'xchunked', bytes: post('Transfer-Encoding: xchunked\r\nContent-Length: 2', `{}${hidden}`), answers: 1 },
  { what: 'chunked, identity', bytes: post('Transfer-Encoding: chunked, identity', `0\r\n\r\n${hidden}`), answers: 1 },
  {
    what: 'two encodings',
    bytes: post('Transfer-Encoding: chunked\r\nTransfer-Encoding: x', `0\r\n\r\n${hidden}`),
    answers: 1,
  },
  {
    what: 'an encoding in a folded line',
    bytes: post('Transfer-Encoding:\r\n chunked\r\nContent-Length: 2', `{}${hidden}`),
    answers: 1,
  },
  {
    what: 'line feeds alone',
    bytes: `POST /auth/login HTTP/1.1\nHost: a\nContent-Length: 2\n\n{}${hidden}`,
    answers: 1,
  },
  { what: 'a line feed in a header', bytes: get('X: a\nTransfer-Encoding: chunked'), answers: 1 },
  { what: 'a carriage return in a header', bytes: get('X: a\rTransfer-Encoding: chunked'), answers: 1 },
  { what: 'NUL in a header', bytes: get('X: a\0b'), answers: 1 },
  {
    what: 'a chunk that is too long',
    bytes: post('Transfer-Encoding: chunked', `fffffffffffffffff\r\n${hidden}`),
    answers: 1,
  },
  { what: 'a negative chunk', bytes: post('Transfer-Encoding: chunked', `-1\r\n${hidden}`), answers: 1 },
  { what: 'a chunk with a line feed', bytes: post('Transfer-Encoding: chunked', `2\n{}\n0\n\n${hidden}`), answers: 1 },
  {
    what: 'a chunk without its line break',
    bytes: post('Transfer-Encoding: chunked', `2\r\n{}X\r\n0\r\n\r\n${hidden}`),
    answers: 1,
  },
  {
    what: 'chunk extensions of 100 kB',
    bytes: post('Transfer-Encoding: chunked', `2;${'x'.repeat(100_000)}\r\n{}\r\n0\r\n\r\n`),
    answers: 1,
  },
  {
    what: 'trailers that are headers',
    bytes: post('Transfer-Encoding: chunked', `2\r\n{}\r\n0\r\nHost: b\r\nContent-Length: 5\r\n\r\n`),
    answers: 1,
  },
  {
    what: 'trailers of 100 kB',
    bytes: post('Transfer-Encoding: chunked', `2\r\n{}\r\n0\r\nX: ${'y'.repeat(100_000)}\r\n\r\n`),
    answers: 1,
  },
  {
    what: 'GET with a request as its body',
    bytes: `GET /health HTTP/1.1\r\nHost: a\r\nContent-Length: ${hidden.length}\r\n\r\n${hidden}`,
    answers: 1,
  },
  { what: 'HTTP/0.9', bytes: 'GET /health\r\n', answers: 1 },
  {
    what: 'HTTP/1.0 with chunks',
    bytes: `POST /auth/login HTTP/1.0\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n${hidden}`,
    answers: 1,
  },
  { what: 'HTTP/2 without an upgrade', bytes: 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n\0\0\0\x04\0\0\0\0\0', answers: 1 },
  {
    what: 'an upgrade to h2c',
    bytes: get('Connection: Upgrade, HTTP2-Settings\r\nUpgrade: h2c\r\nHTTP2-Settings: AAMAAABkAAQAAP__'),
    answers: 1,
  },
  { what: 'TLS', bytes: '\x16\x03\x01\x02\0\x01\0\x01\xfc\x03\x03', answers: 1 },
  { what: 'CONNECT', bytes: get('', 'CONNECT example.org:443 HTTP/1.1'), answers: 1 },
  { what: 'TRACE', bytes: get('X: y', 'TRACE / HTTP/1.1'), answers: 1 },
  { what: 'an unknown method', bytes: get('', `${'X'.repeat(60)} / HTTP/1.1`), answers: 1 },
  { what: 'a request line of 1 MB', bytes: get('', `GET /${'x'.repeat(1_000_000)} HTTP/1.1`), answers: 1 },
  {
    what: 'a flood of headers',
    bytes: get(Array.from({ length: 20_000 }, (_, index) => `X-${index}: y`).join('\r\n')),
    answers: 1,
  },
  { what: 'two thousand short headers', bytes: get(Array(1_990).fill('a: b').join('\r\n')), answers: 1 },
  { what: 'no Host', bytes: 'GET /health HTTP/1.1\r\n\r\n', answers: 1 },
  { what: 'a length and no body', bytes: post('Content-Length: 1000', '{}'), answers: 0 },
  { what: 'two requests at once', bytes: hidden + hidden, answers: 2 },
]

/** Ambiguous requests are answered once, or not at all. */
export const smuggle: Attack = {
  share: 0,
  async run({ target, isLong }) {
    const ledger = openLedger('requests within requests, and what is hardly HTTP')
    await Promise.all(
      tricks.map(async ({ what, bytes, answers }) => {
        ledger.attempt()
        const said = await send(target.port, bytes, isLong ? 3_000 : 800)
        const statuses = [...said.matchAll(/HTTP\/1\.1 (\d{3}) /g)].map(([, status]) => Number(status))
        const how = `${what} → ${said.slice(0, 200)}`
        if (statuses.length > answers) ledger.found(`${statuses.length} answers instead of ${answers}`, how)
        if (statuses.some((status) => status >= 500)) ledger.found(`status ${statuses}`, how)
        if (/HTTP\/1\.1 101/.test(said)) ledger.found('another protocol', how)
      }),
    )
    return [ledger.line()]
  },
}

async function send(port: number, bytes: string, waitMs: number): Promise<string> {
  const socket = connect(port, '127.0.0.1')
  let said = ''
  socket.setEncoding('latin1').on('data', (text) => {
    said += text
  })
  socket.on('error', () => undefined)
  socket.write(Buffer.from(bytes, 'latin1'))
  await sleep(waitMs)
  socket.destroy()
  return said
}
