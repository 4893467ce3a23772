import { expect, it } from 'vitest'
import { adminService } from '#tests/support/admin-service.ts'
import { ask } from '#tests/support/ask.ts'
import { ownGroup } from '#tests/support/manage.ts'
import { zipEntries } from '#tests/support/zip-entries.ts'

const service = adminService({ env: { MANAGEMENT_RATE_LIMIT: '1000' } })

it('downloadArchive has the stored photos, texts and consents, but not the link', async () => {
  const { app, admin } = service
  const { groupId, token, owner } = await ownGroup(app, { images: 2, parts: { metadata: { title: '<b>Stool</b>' } } })
  const response = await app.fetch(`/api/manage/${token}/archive`)
  expect(response.headers.get('content-type')).toBe('application/zip')
  expect(response.headers.get('content-disposition')).toContain('.zip')
  const entries = zipEntries(Buffer.from(await response.arrayBuffer()))
  expect([...entries.keys()]).toEqual(['group.json', 'index.html', 'photos/01.jpg', 'photos/02.jpg'])
  const [image] = (await owner.view()).body.data.images
  const stored = Buffer.from(await (await app.fetch(image?.filePath ?? '')).arrayBuffer())
  expect(entries.get('photos/01.jpg')?.equals(stored)).toBe(true)
  const [json, page] = ['group.json', 'index.html'].map((name) => entries.get(name)?.toString() ?? '')
  expect(JSON.parse(json ?? '')).toMatchObject({
    groupId,
    images: [{ file: 'photos/01.jpg' }, { file: 'photos/02.jpg' }],
    consents: [{ type: 'workshop', text: expect.any(String), history: [{ action: 'give' }] }],
  })
  expect(page).toContain('&lt;b&gt;Stool&lt;/b&gt;')
  for (const text of [json, page]) expect(text).not.toContain(token)
  const { logs } = await ask(admin, 'listAuditLog', { query: { limit: 5 } })
  expect(logs.map(({ action }) => action)).toContain('download_archive')
})

it('downloadArchive has its page in the language of the consents', async () => {
  const consents = { workshopConsent: true, language: 'ar' }
  const { token } = await ownGroup(service.app, { parts: { consents } })
  const response = await service.app.fetch(`/api/manage/${token}/archive`)
  const page = zipEntries(Buffer.from(await response.arrayBuffer()))
    .get('index.html')
    ?.toString()
  expect(page).toContain('<html lang="ar" dir="rtl">')
  expect(page).toContain('الشاشة في الورشة')
})

it('downloadArchive calls moderators the team: their user names are not for visitors', async () => {
  const { app, admin } = service
  const { groupId, token } = await ownGroup(app, { parts: { consents: { workshopConsent: true, language: 'en' } } })
  const params = { groupId }
  await ask(admin, 'setGroupConsents', { params, json: { workshopConsent: false } })
  const response = await app.fetch(`/api/manage/${token}/archive`)
  const entries = zipEntries(Buffer.from(await response.arrayBuffer()))
  const { consents } = JSON.parse(entries.get('group.json')?.toString() ?? '')
  expect(consents).toMatchObject([{ by: 'team', history: [{ by: 'owner' }, { by: 'team' }] }])
  expect(entries.get('index.html')?.toString()).toMatch(/<td[^>]*>the team<\/td>/)
  const proof = await ask(admin, 'proveConsents', { params })
  expect(proof.consents).toMatchObject([{ by: admin.user.username }])
})
