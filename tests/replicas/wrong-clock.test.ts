import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { adminCredentials } from '#tests/support/admin.ts'
import { replyTo } from '#tests/support/ask.ts'
import { makeImage } from '#tests/support/images/make-image.ts'
import { withMovableClock } from '#tests/support/servers/clock/clock-file.ts'
import { newDatabase } from '#tests/support/servers/databases.ts'
import { sharedService } from '#tests/support/servers/shared-service.ts'
import { startProcess } from '#tests/support/servers/start-process.ts'

const server = await sharedService('postgres')
const dayMs = 24 * 60 * 60_000

async function upload(url: string) {
  const form = new FormData()
  form.append('images', new Blob([new Uint8Array(await makeImage())], { type: 'image/jpeg' }), 'a.jpg')
  form.append('metadata', '{}')
  form.append('consents', '{"workshopConsent":true}')
  return replyTo('uploadBatch', await fetch(`${url}/api/upload/batch`, { method: 'POST', body: form }))
}

describe.skipIf(!server)('a replica whose clock is nine days ahead', () => {
  it('uses the clock of the database: it deletes nothing early and stores the same times as the others', {
    timeout: 60_000,
  }, async () => {
    if (server === undefined) return
    await using opened = new AsyncDisposableStack()
    const database = opened.use(await newDatabase(server))
    const folder = await mkdtemp(join(tmpdir(), 'werkschau-clock-'))
    opened.defer(() => rm(folder, { recursive: true, force: true }))
    const env = { DATABASE_URL: database.url, ADMIN_SESSION_SECRET: 'secret of the clocks', DATA_DIR: folder }
    const first = opened.use(await startProcess(env))
    const { managementToken } = await upload(first.url)
    const clock = await withMovableClock(join(folder, 'clock'), 9 * dayMs)
    const second = opened.use(await startProcess({ ...env, ...clock.env }))

    const login = await fetch(`${second.url}/auth/setup/initial-admin`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(adminCredentials),
    })
    const cookie = login.headers.getSetCookie()[0]?.split(';', 1)[0] ?? ''
    const preview = await fetch(`${second.url}/api/admin/cleanup/preview`, { headers: { cookie } })
    expect(await preview.json()).toMatchObject({ groups: [] })
    const { uploadDate } = await upload(second.url)
    expect(Math.abs(Date.parse(uploadDate) - Date.now())).toBeLessThan(60_000)
    expect((await fetch(`${first.url}/api/manage/${managementToken}`)).status).toBe(200)

    await clock.move(-30 * dayMs)
    expect((await fetch(`${second.url}/api/admin/cleanup/preview`, { headers: { cookie } })).status).toBe(200)
  })
})
