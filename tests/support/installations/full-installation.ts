import { randomUUID } from 'node:crypto'
import { basename } from 'node:path'
import { expect } from 'vitest'
import { addAuthenticatorApp } from '#tests/support/add-authenticator-app.ts'
import { adminCredentials, loginAsAdmin, loginAsNew, post, type Session } from '#tests/support/admin.ts'
import { ask, send } from '#tests/support/ask.ts'
import { addExhibition, changeExhibition } from '#tests/support/exhibitions.ts'
import { makeImage } from '#tests/support/images/make-image.ts'
import { owner } from '#tests/support/manage.ts'
import { startApp, type TestApp } from '#tests/support/start-app.ts'
import { consents, type UploadedGroup, uploadGroup } from '#tests/support/upload.ts'

export interface FullInstallation {
  readonly dataDir: string
  readonly groups: readonly UploadedGroup[]
  /** The largest image id ever assigned; its image is deleted. */
  readonly lastImageId: number
  readonly admin: Session
  readonly bannedAddress: string
}

/** The variables of the installation, except its places. */
export const fullEnv = {
  NODE_ENV: 'test',
  LOG_LEVEL: 'silent',
  ADMIN_SESSION_SECRET: 'a secret that the tests take along, long enough',
  TRUST_PROXY_HOPS: '1',
  MANAGEMENT_RATE_LIMIT: '1000',
  MESSENGER_BOT_TOKEN: '1:nobody',
  MESSENGER_CHAT_ID: '1',
  // Nothing listens there, so notifications stay queued.
  MESSENGER_API_ROOT: 'http://127.0.0.1:9',
}

/** Uses every feature that writes rows, so that only the tables of removals are empty; then stops the service. */
export async function makeFullInstallation(dataDir?: string): Promise<FullInstallation> {
  const app = await startApp({ env: fullEnv, ...(dataDir && { dataDir }) })
  const admin = await loginAsAdmin(app)
  const groups: UploadedGroup[] = []
  for (let n = 0; n < 6; n++) groups.push(await upload(app, n))
  for (const { groupId } of groups.slice(0, 4)) {
    await admin.fetch(`/api/admin/groups/${groupId}/approve`, { method: 'PATCH' })
  }
  await admin.fetch(`/api/admin/groups/${groups[1]?.groupId}/postings`, {
    method: 'POST',
    json: { platformId: 1, url: 'https://social.example/p/1' },
  })
  await post(app, '/api/removal-requests', { reason: 'rights', imageId: groups[0]?.images[0]?.id })
  await post(app, '/api/slideshow/pairings', {})
  const { code } = await ask(app, 'createPairing', { json: {} })
  await admin.fetch('/api/admin/screens', { method: 'POST', json: { code, name: 'Entrance' } })
  const bannedAddress = '203.0.113.9'
  for (let n = 0; n < 20; n++) await owner(app, randomUUID(), { address: bannedAddress }).view()
  const [first] = groups as [UploadedGroup]
  const own = owner(app, first.managementToken)
  await own.addWith(randomUUID(), await makeImage({ width: 30, height: 20 }))
  await own.send('PUT', '/consents', { consentType: 'workshop', action: 'revoke' })
  await own.send('PUT', '/consents', { consentType: 'workshop', action: 'restore' })
  await addExhibitions(admin, { open: groups[3]?.groupId, ended: groups[4]?.groupId })
  await admin.fetch('/api/admin/cleanup/trigger', { method: 'POST' })
  await admin.fetch('/api/admin/settings', { method: 'PATCH', json: { siteName: 'Fotowand' } })
  const link = { name: 'Ada', expiresAt: new Date(Date.now() + 3_600_000).toISOString() }
  await ask(admin, 'createStaffLink', { json: link })
  await decideInChat(app, first)
  await addAuthenticatorApp(await loginAsNew(app, { username: 'with a second factor' }))
  // A login that waits for its second factor.
  await post(app, '/auth/login', { ...adminCredentials, username: 'with a second factor' })
  await owner(app, (groups.pop() as UploadedGroup).managementToken).send('DELETE')
  await own.add(await makeImage({ width: 31, height: 20 }))
  const lastImageId = (await app.app.deps.database.images.ofGroup(first.groupId)).at(-1)?.id ?? 0
  await own.send('DELETE', `/images/${lastImageId}`)
  const { dataDir: folder } = app
  await app.stop()
  return { dataDir: folder, groups, lastImageId, admin, bannedAddress }
}

/** Removes what the chat has stored: there is no Bot API here. */
async function decideInChat({ app }: TestApp, { groupId, images }: UploadedGroup): Promise<void> {
  const seen = { revision: 'r', isApproved: false, images: [], texts: 't', captions: 'c', decisions: 'd' }
  const [{ id: imageId, previewPath } = { id: 0, previewPath: '' }] = images
  await app.deps.database.transaction(async (tx) => {
    await tx.chat.bind({ userId: 1, chatUserId: '11', name: '@ada', boundAt: new Date().toISOString() })
    await tx.chat.addMessage({ messageKey: 'key', groupId, seen })
    await tx.chat.tryPhotos([{ chatId: '1', previewName: basename(previewPath), imageId }])
  })
}

async function upload(app: TestApp, n: number): Promise<UploadedGroup> {
  const files = await Promise.all(
    [0, 1].map(async (each) => ({ name: `${each}.png`, bytes: await makeImage({ width: 40 + n, height: 30 + each }) })),
  )
  const parts = {
    metadata: { title: `Title „${n}“ 🎪`, name: 'Zoë' },
    consents: { ...consents, socialMediaConsents: [{ platformId: 1 }, { platformId: 3 }] },
  }
  return uploadGroup(app, { files, parts })
}

/** One is open and one has ended, each with a group; the slug of another, deleted since, is taken for good (D79). */
async function addExhibitions(admin: Session, groupIds: Readonly<Record<'open' | 'ended', string | undefined>>) {
  const texts = { welcomeText: { de: 'Hallo „7b“' }, minorsTick: false }
  const fields = { accessCode: 'Oak77', deletedAfterDays: 3_650, texts, platformIds: [1, 3] }
  const ended = await addExhibition(admin, { slug: 'ended', opensAt: '2024-01-01T00:00:00.000Z', ...fields })
  const open = await addExhibition(admin, { slug: 'open', name: 'Open day', closesAt: '2999-01-01T00:00:00.000Z' })
  for (const { id, slug } of [ended, open])
    await ask(admin, 'moveGroups', { params: { id }, json: { groupIds: [groupIds[slug as 'open' | 'ended']] } })
  await changeExhibition(admin, ended.id, { endsAt: '2025-01-01T00:00:00.000Z' })
  const gone = await addExhibition(admin, { slug: 'deleted', endsAt: '2025-01-01T00:00:00.000Z' })
  await ask(admin, 'deleteExhibition', { params: { id: gone.id } })
}

/** The exhibitions still exist, and each shows the same groups. */
export async function expectExhibitions(app: TestApp, { groups }: FullInstallation): Promise<void> {
  const admin = await loginAsAdmin(app)
  expect((await ask(admin, 'listExhibitions')).exhibitions).toMatchObject([
    { slug: 'open', name: 'Open day', closesAt: '2999-01-01T00:00:00.000Z', isOpen: true, counts: { approved: 1 } },
    { slug: 'ended', accessCode: 'Oak77', platformIds: [1, 3], isEnded: true, groupCountAtEnd: 1 },
    { slug: 'main' },
  ])
  const shownIn = async (exhibition: string) =>
    (await ask(app, 'listGroups', { query: { exhibition } })).groups.map(({ groupId }) => groupId)
  expect(await shownIn('open')).toEqual([groups[3]?.groupId])
  expect(await shownIn('main')).toHaveLength(2)
  expect((await send(app, 'getGroup', { params: { groupId: groups[4]?.groupId ?? '' } })).status).toBe(404)
  const again = { json: { slug: 'deleted', name: 'Again' } }
  expect(await send(admin, 'createExhibition', again)).toMatchObject({ body: { code: 'SLUG_TAKEN' } })
}
