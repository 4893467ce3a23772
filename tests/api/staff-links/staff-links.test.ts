import { beforeAll, describe, expect, it } from 'vitest'
import { digest } from '#server/domain/digest.ts'
import { loginAsNew } from '#tests/support/admin.ts'
import { ask, refused, send, succeeded } from '#tests/support/ask.ts'
import { addExhibition } from '#tests/support/exhibitions.ts'
import { admin, app, clock, fixedTimeTests, hours, now } from '#tests/support/fixed-time.ts'
import { makeImage } from '#tests/support/images/make-image.ts'
import { isPublic } from '#tests/support/manage.ts'
import { begin, begun, complete, put } from '#tests/support/submissions.ts'
import { batchForm, sendBatch } from '#tests/support/upload.ts'

const tomorrow = hours(24)
let bytes: Buffer
fixedTimeTests({ TRUST_PROXY_HOPS: '1', LOG_LEVEL: 'trace' })
beforeAll(async () => {
  bytes = await makeImage()
})

/** All secrets of this file: none may be in a log. */
const secrets: string[] = []
async function link(fields: Record<string, unknown> = {}, by = admin) {
  const json = { name: 'Ida, workshop', expiresAt: tomorrow, ...fields }
  const { id, url } = await ask(by, 'createStaffLink', { json })
  const secret = url.split('/s/')[1] ?? ''
  secrets.push(secret)
  return { id, url, secret }
}
const revoke = (id: number) => send(admin, 'revokeStaffLink', { params: { id }, json: { revoked: true } })
const groupOf = (groupId: string) => ask(admin, 'getAdminGroup', { params: { groupId } })
const from = (address: string) => ({ 'x-forwarded-for': address })
const count = async () => (await ask(admin, 'listAdminGroups')).totalCount
const approvals = async (groupId: string) =>
  (await ask(admin, 'listAdminAudit')).entries.filter(
    ({ action, target_id }) => action === 'approve_group' && target_id === groupId,
  )

/** The three ways to upload with a link, to the end. */
const ways: [string, (fields: Record<string, unknown>, headers?: Record<string, string>) => Promise<Response>][] = [
  [
    'single',
    async (parts, headers = {}) =>
      app.fetch('/api/upload', {
        method: 'POST',
        body: await batchForm({ files: [{ name: 'a.jpg', bytes, field: 'file' }], parts }),
        headers,
      }),
  ],
  ['batch', (parts, headers) => sendBatch(app, { parts }, headers)],
  [
    'submission',
    async (fields, headers = {}) => {
      const json = { consents: { workshopConsent: true }, files: [{ fileName: 'a.jpg' }], ...fields }
      const init = { method: 'POST', headers: { 'content-type': 'application/json', ...headers } }
      const begins = await app.fetch('/api/upload/submissions', { ...init, body: JSON.stringify(json) })
      if (begins.status !== 201) return begins
      const { submissionId } = (await begins.json()) as { submissionId: string }
      await put(app, { submissionId, bytes })
      return app.fetch(`/api/upload/submissions/${submissionId}/complete`, { method: 'POST' })
    },
  ],
]

describe('createStaffLink', () => {
  it('201 with the address, in this answer alone; only a digest of its secret is stored', async () => {
    const { id, url, secret } = await link({ approvesAtOnce: true })
    expect(url).toMatch(/\/s\/[\w-]{27}$/)
    const listed = await ask(admin, 'listStaffLinks')
    expect(listed.staffLinks[0]).toEqual({
      id,
      name: 'Ida, workshop',
      exhibition: { slug: 'main', name: 'Werkschau' },
      expiresAt: tomorrow,
      approvesAtOnce: true,
      revoked: false,
      createdAt: now,
      createdBy: 'admin',
    })
    expect(JSON.stringify([listed, await app.app.deps.database.staffLinks.all()])).not.toContain(secret)
  })

  it.each([
    ['no name', { name: ' ' }, 400, 'INVALID_BODY'],
    ['a long name', { name: 'x'.repeat(101) }, 400, 'TEXT_TOO_LONG'],
    ['a time in the past', { expiresAt: now }, 400, 'INVALID_BODY'],
    ['a time without an offset', { expiresAt: '2030-05-01T08:00:00' }, 400, 'INVALID_BODY'],
    ['an unknown exhibition', { exhibition: 'nowhere' }, 404, 'EXHIBITION_NOT_FOUND'],
  ] as const)('refuses %s', async (_what, fields, status, code) => {
    await refused(send(admin, 'createStaffLink', { json: { name: 'x', expiresAt: tomorrow, ...fields } }), status, code)
  })

  it('403 for a moderator, who neither makes, sees nor revokes any', async () => {
    const moderator = await loginAsNew(app, { username: 'mod', role: 'moderator' })
    const { id } = await link()
    await refused(send(moderator, 'listStaffLinks'), 403, 'ROLE_REQUIRED')
    await refused(send(moderator, 'createStaffLink', { json: {} }), 403, 'ROLE_REQUIRED')
    await refused(send(moderator, 'revokeStaffLink', { params: { id }, json: { revoked: true } }), 403, 'ROLE_REQUIRED')
  })

  it('is in the log of admins, as is a revocation (D51)', async () => {
    const { id } = await link()
    await revoke(id)
    const { entries } = await ask(admin, 'listAdminAudit')
    const target = { target_type: 'staff_link', target_id: String(id), actor_name: 'admin' }
    expect(entries).toContainEqual(expect.objectContaining({ action: 'create_staff_link', ...target }))
    expect(entries).toContainEqual(expect.objectContaining({ action: 'revoke_staff_link', ...target }))
    await refused(
      send(admin, 'revokeStaffLink', { params: { id: 9_999 }, json: { revoked: true } }),
      404,
      'STAFF_LINK_NOT_FOUND',
    )
  })
})

describe.each(ways)('an upload with a staff link (%s)', (_way, upload) => {
  const uploaded = async (fields: Record<string, unknown>) =>
    (await (await upload(fields)).json()) as { groupId: string }

  it('has the name of the link and waits, marked; the public never gets the name of the link apart from it', async () => {
    const { secret } = await link()
    const { groupId } = await uploaded({ staffLink: secret, metadata: { name: 'Somebody' }, groupName: 'Somebody' })
    const group = await groupOf(groupId)
    expect(group).toMatchObject({ name: 'Ida, workshop', staffName: 'Ida, workshop', isApproved: false })
    expect(await isPublic(app, groupId)).toBe(false)
    await ask(admin, 'approveGroup', { params: { groupId } })
    expect(JSON.stringify(await ask(app, 'getGroup', { params: { groupId } }))).not.toContain('staff')
  })

  it('goes to the exhibition of the link, without its access code', async () => {
    const { slug } = await addExhibition(admin, { accessCode: 'Secret9' })
    const { secret } = await link({ exhibition: slug })
    const { groupId } = await uploaded({ staffLink: secret, exhibition: 'main' })
    expect((await groupOf(groupId)).exhibition.slug).toBe(slug)
  })

  it('goes to an exhibition that another replica has just added', async () => {
    const [secret, slug] = [`secret-${_way}`.padEnd(27, 'x'), `just-${_way}`]
    const times = { opensAt: null, closesAt: null, endsAt: null }
    const rules = { deletedAfterDays: null, accessCode: null, texts: {}, platformIds: null, gallery: false }
    await app.app.deps.database.transaction(async (tx) => {
      const added = await tx.exhibitions.add({ slug, name: 'Just added', ...times, ...rules })
      await tx.staffLinks.add({
        name: 'Ida',
        exhibitionId: added?.id ?? 0,
        approvesAtOnce: false,
        expiresAt: tomorrow,
        createdAt: now,
        createdById: admin.user.id,
        createdByName: 'admin',
        secretDigest: digest(secret),
      })
    })
    expect((await groupOf((await uploaded({ staffLink: secret })).groupId)).exhibition.slug).toBe(slug)
  })

  it('is approved by a link that does so, as by its maker', async () => {
    const { secret, id } = await link({ approvesAtOnce: true })
    const { groupId } = await uploaded({ staffLink: secret })
    expect(await isPublic(app, groupId)).toBe(true)
    expect((await app.app.deps.database.groups.find(groupId))?.firstApprovedAt).toBe(now)
    expect(await approvals(groupId)).toMatchObject([
      { actor_name: 'admin', actor_id: admin.user.id, details: { staffLink: id } },
    ])
  })

  it('403 STAFF_LINK_INVALID without a group for one that is unknown, expired or revoked', async () => {
    const before = await count()
    const revoked = await link()
    await revoke(revoked.id)
    const expired = await link({ expiresAt: '2026-05-04T11:00:00.000Z' })
    await using _later = laterBy(2)
    for (const secret of ['x'.repeat(27), revoked.secret, expired.secret]) {
      const response = await upload({ staffLink: secret }, from('198.51.100.7'))
      expect([response.status, ((await response.json()) as { code: string }).code]).toEqual([403, 'STAFF_LINK_INVALID'])
    }
    expect(await count()).toBe(before)
  })
})

/** Sets the clock forward until the end of the block. */
function laterBy(hours: number): AsyncDisposable {
  clock.set(new Date(Date.parse(now) + hours * 3_600_000).toISOString())
  return { [Symbol.asyncDispose]: async () => clock.set(now) }
}

describe('a link that approves at once', () => {
  it.each<[string, { disabled?: true; role?: string; exhibitionIds?: 'another' }]>([
    ['was disabled', { disabled: true }],
    ['may no longer moderate', { role: 'auditor' }],
    ['moderates another exhibition only', { role: 'moderator', exhibitionIds: 'another' }],
  ])('approves nothing once its maker %s', async (username, { exhibitionIds, ...change }) => {
    const maker = await loginAsNew(app, { username, role: 'admin' })
    const { secret } = await link({ approvesAtOnce: true }, maker)
    await admin.fetch('/auth/confirm', { method: 'POST', json: { password: 'a password of the tests' } })
    const limits = exhibitionIds && { exhibitionIds: [(await addExhibition(admin)).id] }
    await ask(admin, 'updateUser', { params: { id: maker.user.id }, json: { ...change, ...limits } })
    const { groupId } = (await (await sendBatch(app, { parts: { staffLink: secret } })).json()) as { groupId: string }
    expect(await groupOf(groupId)).toMatchObject({ isApproved: false, staffName: 'Ida, workshop' })
    expect(await approvals(groupId)).toEqual([])
  })
})

describe('a submission that was begun with a link', () => {
  it('names the secret: whoever sends the id of a link sends nothing', async () => {
    const { id } = await link({ approvesAtOnce: true })
    const submissionId = await begun(app, { staffLinkId: id })
    await succeeded(put(app, { submissionId, bytes }))
    const { groupId } = await succeeded(complete(app, submissionId))
    expect(await groupOf(groupId)).toMatchObject({ isApproved: false, staffName: null })
  })

  it('cannot be completed once the link is revoked, nor sent further; nothing of it is stored', async () => {
    const { id, secret } = await link({ approvesAtOnce: true })
    const before = await count()
    const submissionId = await begun(app, { staffLink: secret })
    await succeeded(put(app, { submissionId, bytes }))
    await revoke(id)
    await refused(put(app, { submissionId, bytes }), 403, 'STAFF_LINK_INVALID')
    await refused(complete(app, submissionId), 403, 'STAFF_LINK_INVALID')
    expect(await count()).toBe(before)
  })

  it('answers a repeated completion as before', async () => {
    const { id, secret } = await link()
    const submissionId = await begun(app, { staffLink: secret })
    await succeeded(put(app, { submissionId, bytes }))
    const { groupId } = await succeeded(complete(app, submissionId))
    await revoke(id)
    expect((await succeeded(complete(app, submissionId))).groupId).toBe(groupId)
  })
})

describe('guesses', () => {
  it('are failed validations: the 20th leads to a ban, for management links, too (D18)', async () => {
    const { secret } = await link()
    const headers = from('203.0.113.20')
    const guess = (staffLink: string) => begin(app, { staffLink }, headers)
    for (let n = 0; n < 20; n++) await refused(guess(`guess-${n}`), 403, 'STAFF_LINK_INVALID')
    await refused(guess(secret), 403, 'IP_BANNED')
    expect((await app.fetch(`/api/manage/${crypto.randomUUID()}`, { headers })).status).toBe(403)
  })

  it('no log has a secret, nor has the audit log of managers and admins', async () => {
    const almost = `${secrets[0]?.slice(0, -1)}~`
    await begin(app, { staffLink: almost }, from('203.0.113.21'))
    await app.fetch(`/s/${secrets[0]}`)
    const { entries } = await ask(admin, 'listAdminAudit')
    const managed = await ask(admin, 'listAuditLog', { query: { limit: 1_000 } })
    const written = app.logged() + JSON.stringify([entries, managed])
    for (const secret of secrets) expect(written).not.toContain(secret.slice(0, -2))
  })
})
