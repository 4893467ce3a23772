import { expect, it } from 'vitest'
import { rawRequest } from '#tests/support/raw-request.ts'
import { startApp } from '#tests/support/start-app.ts'

const bytes = 3 * 2 ** 20
const head = (path: string, type: string) =>
  `POST ${path} HTTP/1.1\r\nHost: a\r\nContent-Type: ${type}\r\nContent-Length: ${bytes}\r\n\r\n`

it.each([
  ['nobody reads', '/api/nothing', '404'],
  ['is no form', '/api/upload/batch', '400'],
])('answers to a body that %s, and to the next request on the connection', async (_what, path, status) => {
  await using app = await startApp()
  const body = 'x'.repeat(bytes)
  const next = 'GET /health HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n'
  const answers = await rawRequest(app.url, head(path, 'multipart/form-data; boundary=x') + body + next, { end: false })
  expect(answers.match(/HTTP\/1.1 \d+/g)).toEqual([`HTTP/1.1 ${status}`, 'HTTP/1.1 200'])
})
