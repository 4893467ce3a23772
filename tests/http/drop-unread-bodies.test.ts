import { randomUUID } from 'node:crypto'
import { expect, it } from 'vitest'
import { rawRequest } from '#tests/support/raw-request.ts'
import { startApp } from '#tests/support/start-app.ts'

const bytes = 3 * 2 ** 20
const head = (request: string, type: string) =>
  `${request} HTTP/1.1\r\nHost: a\r\nContent-Type: ${type}\r\nContent-Length: ${bytes}\r\n\r\n`
const form = 'multipart/form-data; boundary=x'

it.each([
  ['nobody reads', 'POST /api/nothing', form, '404'],
  ['is no form', 'POST /api/upload/batch', form, '400'],
  ['is a form instead of a file', `PUT /api/upload/submissions/${randomUUID()}/files/0`, form, '415'],
  ['is too large', 'POST /api/removal-requests', 'application/json', '413'],
])('answers to a body that %s, and to the next request on the connection', async (_what, request, type, status) => {
  await using app = await startApp()
  const body = 'x'.repeat(bytes)
  const next = 'GET /health HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n'
  const answers = await rawRequest(app.url, head(request, type) + body + next, { end: false })
  expect(answers.match(/HTTP\/1.1 \d+/g)).toEqual([`HTTP/1.1 ${status}`, 'HTTP/1.1 200'])
})
