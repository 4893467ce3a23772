import { afterAll, beforeAll, expect, it } from 'vitest'
import { rawRequest } from '#tests/support/raw-request.ts'
import { startApp, type TestApp } from '#tests/support/start-app.ts'

let app: TestApp
beforeAll(async () => {
  app = await startApp()
})
afterAll(() => app[Symbol.asyncDispose]())

const hidden = 'GET /api/social-media/platforms HTTP/1.1\r\nHost: a\r\n\r\n'
const post = (headers: string, body: string) =>
  `POST /auth/login HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\n${headers}\r\n\r\n${body}`

/** A proxy and the server could place the end of these differently: what follows would be another visitor's request. */
it.concurrent.each([
  ['a length and chunks', post('Content-Length: 4\r\nTransfer-Encoding: chunked', `0\r\n\r\n${hidden}`)],
  ['chunks and a length', post('Transfer-Encoding: chunked\r\nContent-Length: 5', `0\r\n\r\n${hidden}`)],
  ['two lengths', post(`Content-Length: 2\r\nContent-Length: ${hidden.length + 2}`, `{}${hidden}`)],
  ['two lengths in a line', post('Content-Length: 2, 2', `{}${hidden}`)],
  ['a length with a sign', post('Content-Length: +2', `{}${hidden}`)],
  ['a negative length', post('Content-Length: -1', hidden)],
  ['a length in hexadecimal', post('Content-Length: 0x2', `{}${hidden}`)],
  ['a length beyond 64 bits', post('Content-Length: 99999999999999999999', hidden)],
  ['a blank before the colon', post('Content-Length : 2', `{}${hidden}`)],
  ['an unknown encoding', post('Transfer-Encoding: xchunked\r\nContent-Length: 2', `{}${hidden}`)],
  ['chunks, then another encoding', post('Transfer-Encoding: chunked, identity', `0\r\n\r\n${hidden}`)],
  ['a folded line', post('Transfer-Encoding:\r\n chunked\r\nContent-Length: 2', `{}${hidden}`)],
  ['line feeds alone', `POST /auth/login HTTP/1.1\nHost: a\nContent-Length: 2\n\n{}${hidden}`],
  ['a chunk that is too long', post('Transfer-Encoding: chunked', `fffffffffffffffff\r\n${hidden}`)],
  ['a chunk with line feeds', post('Transfer-Encoding: chunked', `2\n{}\n0\n\n${hidden}`)],
  ['a chunk without its line break', post('Transfer-Encoding: chunked', `2\r\n{}X\r\n0\r\n\r\n${hidden}`)],
  ['a body of a GET', `GET /health HTTP/1.1\r\nHost: a\r\nContent-Length: ${hidden.length}\r\n\r\n${hidden}`],
  ['chunks of HTTP/1.0', `POST /auth/login HTTP/1.0\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n${hidden}`],
])('answers at most once to %s', async (_, bytes) => {
  const answers = await rawRequest(app.url, bytes, { end: false, waitMs: 300 })
  expect(answers.match(/HTTP\/1\.1 \d{3} /g) ?? []).toHaveLength(answers === '' ? 0 : 1)
  expect(answers).not.toMatch(/HTTP\/1\.1 (?:5\d\d|101) /)
})

it('answers two requests of one connection, in their order', async () => {
  const answers = await rawRequest(app.url, hidden + hidden, { end: false, waitMs: 300 })
  expect(answers.match(/HTTP\/1\.1 200 /g)).toHaveLength(2)
})
