import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { loginAsAdmin } from '#tests/support/admin.ts'
import { rawRequest } from '#tests/support/raw-request.ts'
import { startApp } from '#tests/support/start-app.ts'

const folders = ['/', '/assets/', '/icons/', '/upload/', '/previews/', '/api/download/', '/api/docs/', '/start.js/']
const ways = ['../', '..%2f', '%2e%2e%2f', '..%5c', '%252e%252e%252f', '....//', '..;/', '%c0%ae%c0%ae/', '.%00./', '/']
const outside = ['package.json', 'session-secret', 'werkschau.db', 'etc/passwd', 'proc/self/environ']

it('serves no file outside the folders with files, however the path is written', async () => {
  await using app = await startApp()
  await loginAsAdmin(app)
  const secret = await readFile(join(app.dataDir, 'session-secret'), 'latin1')
  for (const folder of folders) {
    const paths = ways.flatMap((way) => outside.flatMap((file) => [1, 2, 9].map((n) => folder + way.repeat(n) + file)))
    // In one connection, which the last request closes.
    const requests = [...paths, '/health'].map(
      (path, n) => `GET ${path} HTTP/1.1\r\nHost: a\r\n${n === paths.length ? 'Connection: close\r\n' : ''}\r\n`,
    )
    const answers = await rawRequest(app.url, requests.join(''), { end: false })
    expect(answers.match(/HTTP\/1\.1 \d{3} /g), folder).toHaveLength(requests.length)
    expect(answers).not.toMatch(/HTTP\/1\.1 5\d\d /)
    expect(answers).not.toMatch(/root:x:0|SQLite format|"name": "werkschau"|PATH=/)
    expect(answers).not.toContain(secret)
  }
})
