import { beforeAll, describe, expect, it } from 'vitest'
import { isAllowed, needsSession, type SessionAccess } from '#contract/operation/access.ts'
import { asksForExhibition, type Operation } from '#contract/operation/operation.ts'
import { operations } from '#contract/operations.ts'
import { login, loginAsAdmin, loginAsNew, type Session } from '#tests/support/admin.ts'
import { type AdminService, adminService } from '#tests/support/admin-service.ts'
import { ask, codeOf, type Input, type OperationName, refused, send, urlOf } from '#tests/support/ask.ts'
import { changeAsOwner } from '#tests/support/consents.ts'
import { listen } from '#tests/support/event-stream.ts'
import { addExhibition, type Exhibition } from '#tests/support/exhibitions.ts'
import { fakeClock } from '#tests/support/fake-clock.ts'
import { makeImage } from '#tests/support/images/make-image.ts'
import { publish, type UploadedGroup, uploadGroup } from '#tests/support/upload.ts'

// Two exhibitions with the same life; accounts of the first see nothing of the second (D84).

const clock = fakeClock('2026-11-24T10:00:00.000Z')
const service = adminService({ env: { UPLOAD_RATE_LIMIT: '1000' }, overrides: { clock } })

/** What can be known of an exhibition. */
interface Life {
  readonly exhibition: Exhibition
  readonly approved: UploadedGroup
  readonly pending: UploadedGroup
  readonly gone: UploadedGroup
  readonly requestId: string
  readonly takedownId: string
  readonly undoId: string
}

/** Everything that happens to groups, under a name that nothing else has. */
async function live({ app, admin }: AdminService, word: string): Promise<Life> {
  const exhibition = await addExhibition(admin, { slug: word, name: `The ${word}` })
  const files = [
    { name: `${word}.jpg`, bytes: await makeImage({ colour: 'red' }) },
    { name: `${word}2.jpg`, bytes: await makeImage({ colour: 'blue' }) },
  ]
  const upload = () =>
    uploadGroup(app, {
      files,
      parts: {
        exhibition: word,
        metadata: { title: `Photos of the ${word}`, name: word },
        consents: { workshopConsent: true, socialMediaConsents: [1, 2] },
      },
    })
  const [approved, pending, gone] = [await upload(), await upload(), await upload()]
  for (const { groupId } of [approved, gone]) await publish(app, groupId)
  await ask(admin, 'editGroup', { params: { groupId: pending.groupId }, json: { year: 2020 } })
  for (const { groupId } of [approved, gone]) {
    const json = { platformId: 1, url: `https://example.org/${word}/${groupId}` }
    await ask(admin, 'recordPosting', { params: { groupId }, json })
  }
  await changeAsOwner(service, { groupId: approved.groupId, action: 'revoke', platformId: 2 })
  await app.fetch(`/api/manage/${approved.managementToken}`)
  await app.fetch(`/api/manage/${gone.managementToken}`)
  await ask(admin, 'deleteGroup', { params: { groupId: gone.groupId } })
  const [, image] = (await ask(admin, 'getAdminGroup', { params: { groupId: approved.groupId } })).images
  const wish = { imageId: image?.imageId, reason: 'rights', message: `Not for the ${word}`, contact: word }
  const { requestId } = await ask(app, 'createRemovalRequest', { json: wish })
  const takedowns = (await ask(admin, 'listTakedowns')).takedowns
  const { takedownId = '' } = takedowns.find(({ groupId }) => groupId === approved.groupId) ?? {}
  const hidden = { params: { groupId: pending.groupId, imageId: pending.images[0]?.id ?? 0 }, json: { hidden: true } }
  const { undoId } = await ask(admin, 'editImage', hidden)
  const bulk = { action: 'unapprove', groupIds: [pending.groupId] }
  await ask(admin, 'bulkModerate', { json: bulk })
  return { exhibition, approved, pending, gone, requestId, takedownId, undoId: undoId ?? '' }
}

interface Case {
  /** What is asked about the exhibition. */
  readonly of: (life: Life) => Input
  /** The error code for what is not of the account's exhibitions; without one the answer is the same as if it did not exist. */
  readonly code?: string
}

const group = (json?: unknown): Case => ({
  of: ({ approved: { groupId } }) => ({ params: { groupId }, json }),
  code: 'GROUP_NOT_FOUND',
})
const image = (json?: unknown): Case => ({
  of: ({ approved: { groupId, images } }) => ({ params: { groupId, imageId: images[0]?.id ?? 0 }, json }),
  code: 'GROUP_NOT_FOUND',
})
const list = (input: Input = {}): Case => ({ of: () => input })
const platform = list({ params: { id: 1 } })
const request = (json?: unknown): Case => ({
  of: ({ requestId }) => ({ params: { requestId }, json }),
  code: 'REMOVAL_REQUEST_NOT_FOUND',
})
const order: Case = {
  ...group(),
  of: ({ approved: { groupId, images } }) => ({ params: { groupId }, json: { imageIds: images.map(({ id }) => id) } }),
}

/** Every operation that a limited account may call, some of them more than once. */
const cases: Partial<Record<OperationName, readonly Case[] | 'own account'>> = {
  logout: 'own account',
  getCsrfToken: [list()],
  changePassword: 'own account',
  confirmPassword: 'own account',
  rankPassword: 'own account',
  endOtherSessions: 'own account',
  listFactors: 'own account',
  addTotp: 'own account',
  confirmTotp: 'own account',
  beginPasskey: 'own account',
  addPasskey: 'own account',
  renewRecoveryCodes: 'own account',
  renameFactor: 'own account',
  deleteFactor: 'own account',
  getChatBinding: 'own account',
  createChatCode: 'own account',
  deleteChatBinding: 'own account',
  getMetrics: [{ of: () => ({}), code: 'SESSION_REQUIRED' }],

  listAdminGroups: [
    list(),
    list({ query: { order: 'deadline', status: 'pending' } }),
    list({ query: { status: 'changed', workshopOnly: true, platform: 'instagram' } }),
    { of: ({ exhibition: { slug } }) => ({ query: { search: slug } }) },
    { of: ({ approved }) => ({ query: { search: approved.groupId } }) },
    { of: ({ approved }) => ({ query: { alikeTo: approved.groupId } }) },
  ],
  getGroupCounts: [list()],
  getAdminGroup: [group()],
  editGroup: [group({ title: 'Mine' })],
  deleteGroup: [group()],
  approveGroup: [group({ approved: false }), group()],
  deleteImage: [image()],
  editImage: [image({ hidden: true }), image({ hidden: false }), image({ image_description: 'x' })],
  redactImage: [image({ regions: [{ x: 0, y: 0, width: 0.5, height: 0.5 }] })],
  editImageDescriptions: [group({ descriptions: [{ imageId: 1, description: 'x' }] })],
  reorderImages: [order],
  reorderGroupImages: [order],
  bulkModerate: [{ of: ({ approved: { groupId } }) => ({ json: { action: 'delete', groupIds: [groupId] } }) }],
  undoModeration: [{ of: ({ undoId }) => ({ json: { undoId } }), code: 'UNDO_NOT_FOUND' }],

  listAllPlatforms: [list()],
  getGroupConsents: [group()],
  setGroupConsents: [group({ workshopConsent: false })],
  proveConsents: [group()],
  listConsentHistory: [group()],
  listGroupsByConsent: [list(), list({ query: { displayInWorkshop: true, platformId: 1 } })],
  exportConsents: [list(), list({ query: { format: 'csv' } })],

  listTakedowns: [list()],
  confirmTakedown: [
    {
      of: ({ approved: { groupId } }) => ({ params: { groupId, platformId: 2 }, json: { done: true } }),
      code: 'GROUP_NOT_FOUND',
    },
  ],
  markTakedown: [
    { of: ({ takedownId }) => ({ params: { takedownId }, json: { done: true } }), code: 'TAKEDOWN_NOT_FOUND' },
  ],
  recordPosting: [group({ platformId: 1, url: 'https://example.org/mine' })],
  listPressGroups: [platform],
  downloadPressArchive: [
    platform,
    { of: ({ approved: { groupId } }) => ({ params: { id: 1 }, query: { groups: groupId } }) },
  ],

  listRemovalRequests: [list(), list({ query: { status: 'open' } })],
  decideRemovalRequest: [request({ decision: 'remove' }), request({ decision: 'show_again' })],
  refuseRemovalAddress: [request()],
  previewCleanup: [list()],
  listExhibitions: [list()],
  followGroups: [],

  listDeletionLog: [list()],
  listWholeDeletionLog: [list()],
  getDeletionLogStats: [list()],
  listAuditLog: [list()],
  getAuditLogStats: [list()],
  listGroupAuditLog: [
    { of: ({ approved: { groupId } }) => ({ params: { groupId } }) },
    { of: ({ gone: { groupId } }) => ({ params: { groupId } }) },
  ],
  listAdminAudit: [list(), list({ query: { format: 'csv' } }), list({ query: { search: '1' } })],
  listAdminAuditActors: [list()],
}

const accessOf = (name: string): SessionAccess | undefined => {
  const access = operations[name]?.access
  return access !== undefined && needsSession(access) ? access : undefined
}
const named = Object.keys(operations) as OperationName[]
const flat = Object.entries(cases).flatMap(([name, of]) =>
  typeof of === 'string' ? [] : of.map((each, index) => ({ name: name as OperationName, index, ...each })),
)
const forRole = (role: 'moderator' | 'auditor') =>
  flat
    .filter(({ name }) => isAllowed(accessOf(name) ?? 'admin', role))
    .map((each) => [each.name, each.index, each] as const)

/** Like `send`, for answers of any kind. */
async function answer(session: Session, name: OperationName, { json, ...input }: Input) {
  const method = operations[name]?.method ?? ''
  const response = await session.fetch(urlOf(name, input), { method, ...(json !== undefined && { json }) })
  return { status: response.status, text: await response.text() }
}

const own: { ours?: Life; theirs?: Life; moderator?: Session; auditor?: Session } = {}
const need = <Name extends keyof typeof own>(name: Name) => own[name] as NonNullable<(typeof own)[Name]>
const limit = async (session: Session, exhibitionIds: readonly number[] | null) => {
  await ask(service.admin, 'updateUser', { params: { id: session.user.id }, json: { exhibitionIds } })
  const { username } = session.user
  return login(service.app, { username, password: 'a password of the tests' })
}

/** What both accounts read, before and after the second exhibition has groups. */
const reads: Record<'before' | 'after', Map<string, unknown>> = { before: new Map(), after: new Map() }
async function readAll(into: Map<string, unknown>, about: Life) {
  for (const role of ['moderator', 'auditor'] as const) {
    for (const [name, index, { of }] of forRole(role)) {
      if (operations[name]?.method !== 'GET') continue
      into.set(`${role} ${name} ${index}`, await answer(need(role), name, of(about)))
    }
  }
}

beforeAll(async () => {
  own.ours = await live(service, 'alpacas')
  const ids = [own.ours.exhibition.id]
  own.moderator = await limit(await loginAsNew(service.app, { username: 'ada', role: 'moderator' }), ids)
  own.auditor = await limit(await loginAsNew(service.app, { username: 'otto', role: 'auditor' }), ids)
  await loginAsAdmin(service.app)
  await readAll(reads.before, own.ours)
  own.theirs = await live(service, 'zebras')
  await readAll(reads.after, own.ours)
})

describe('accounts of some exhibitions', () => {
  it('are asked everything that they may ask', () => {
    const names = named.filter((name) => accessOf(name) !== undefined && accessOf(name) !== 'admin')
    expect(Object.keys(cases).toSorted()).toEqual(names.toSorted())
  })

  it('get the same as before about their own, whatever happened elsewhere', () => {
    expect(reads.before.size).toBeGreaterThan(35)
    for (const [what, before] of reads.before) expect(reads.after.get(what), what).toEqual(before)
    const text = JSON.stringify([...reads.after.values()])
    expect(text).toContain('alpacas')
    expect(text).toContain(need('ours').gone.groupId)
  })

  it.each(['moderator', 'auditor'] as const)('get nothing of what is elsewhere (%s)', async (role) => {
    const { approved, pending, gone, requestId, takedownId, exhibition } = need('theirs')
    const look = async () => ({
      groups: (await ask(service.admin, 'listAdminGroups', { query: { exhibition: exhibition.slug } })).groups,
      takedowns: (await ask(service.admin, 'listTakedowns', { query: { exhibition: exhibition.slug } })).takedowns,
      requests: (await ask(service.admin, 'listRemovalRequests')).requests.filter(
        (each) => each.requestId === requestId,
      ),
    })
    const before = await look()
    expect(before.groups).toHaveLength(2)
    expect([before.takedowns.length > 1, before.requests.length]).toEqual([true, 1])
    const marks = ['zebra', approved.groupId, pending.groupId, gone.groupId, requestId, takedownId, exhibition.slug]
    const asked = ['alikeTo', 'search', 'bulkModerate', 'listGroupAuditLog']
    for (const [name, index, { of, code }] of forRole(role)) {
      const input = of(need('theirs'))
      const { status, text } = await answer(need(role), name, input)
      const what = `${name} ${index} → ${status} ${text.slice(0, 200)}`
      if (code !== undefined) {
        expect(JSON.parse(text), what).toMatchObject({ code })
        if (code !== 'SESSION_REQUIRED') expect(status, what).toBe(404)
      } else {
        expect(status, what).toBe(200)
        // What was sent may be repeated.
        const repeats = asked.includes(name) || asked.some((each) => each in (input.query ?? {}))
        const found = marks.filter((mark) => text.includes(mark))
        expect(
          found.filter((mark) => !repeats || !JSON.stringify(input).includes(mark)),
          what,
        ).toEqual([])
      }
    }
    expect(await look()).toEqual(before)
  })

  it.each(['moderator', 'auditor'] as const)('get the answer of an unknown group (%s)', async (role) => {
    const { theirs } = { theirs: need('theirs') }
    const nobody = { ...theirs, approved: { ...theirs.approved, groupId: 'none' } }
    for (const [name, index, { of, code }] of forRole(role)) {
      if (code !== 'GROUP_NOT_FOUND') continue
      const [real, unknown] = [await answer(need(role), name, of(theirs)), await answer(need(role), name, of(nobody))]
      expect(real, `${name} ${index}`).toEqual(unknown)
    }
  })

  it.each(['moderator', 'auditor'] as const)('do nothing that is for admins (%s)', async (role) => {
    for (const name of named.filter((each) => accessOf(each) === 'admin')) {
      const params = { id: 1, exhibitionId: 1, groupId: 'x', address: '127.0.0.1' }
      const { method } = operations[name] as Operation
      const response = await need(role).fetch(urlOf(name, { params }), { method })
      expect([name, ...(await codeOf(response))]).toEqual([name, 403, 'ROLE_REQUIRED'])
    }
  })

  it('learn of changes of their own groups alone', async () => {
    await using stream = await listen(need('moderator'), 'followGroups')
    await stream.expectEvent({ event: 'current' })
    const edit = (groupId: string, year: number) =>
      ask(service.admin, 'editGroup', { params: { groupId }, json: { year } })
    await edit(need('theirs').pending.groupId, 2021)
    await ask(service.admin, 'deleteGroup', { params: { groupId: (await oneMore('zebras')).groupId } })
    await edit(need('ours').pending.groupId, 2021)
    const { groupId } = need('ours').pending
    await stream.expectEvent({ event: 'change', data: expect.objectContaining({ groupIds: [groupId] }) })
    expect(stream.events.filter(({ event }) => event === 'change')).toHaveLength(1)
    const { contentVersion } = await ask(need('moderator'), 'getCsrfToken')
    await edit(need('theirs').pending.groupId, 2022)
    expect(await ask(need('moderator'), 'getCsrfToken')).toMatchObject({ contentVersion })
  })

  it('approve no other group by a body that names one', async () => {
    const [mine, foreign] = [await oneMore('alpacas'), await oneMore('zebras')]
    const group = await service.app.app.deps.database.groups.find(foreign.groupId)
    const json = { approved: true, found: { group, images: [] } }
    await ask(need('moderator'), 'approveGroup', { params: { groupId: mine.groupId }, json })
    const seen = (groupId: string) => ask(service.admin, 'getAdminGroup', { params: { groupId } })
    expect([(await seen(mine.groupId)).isApproved, (await seen(foreign.groupId)).isApproved]).toEqual([true, false])
  })

  it('see a group no longer once it is moved away, not even its files by their old addresses', async () => {
    const moved = await oneMore('alpacas')
    const { groupId } = moved
    const params = { groupId }
    const { images } = await ask(need('moderator'), 'getAdminGroup', { params })
    const { undoId } = await ask(need('moderator'), 'editImage', {
      params: { groupId, imageId: images[0]?.imageId ?? 0 },
      json: { hidden: true },
    })
    await using stream = await listen(need('moderator'), 'followGroups')
    await stream.expectEvent({ event: 'current' })
    const { groups } = await ask(need('moderator'), 'listAdminGroups')
    await ask(service.admin, 'moveGroups', {
      params: { id: need('theirs').exhibition.id },
      json: { groupIds: [groupId] },
    })
    await stream.expectEvent({ event: 'change', data: expect.objectContaining({ groupIds: [], by: null }) })
    expect((await ask(need('moderator'), 'listAdminGroups')).totalCount).toBe(groups.length - 1)
    await refused(send(need('moderator'), 'getAdminGroup', { params }), 404, 'GROUP_NOT_FOUND')
    await refused(send(need('moderator'), 'undoModeration', { json: { undoId } }), 404, 'UNDO_NOT_FOUND')
    expect((await service.app.fetch(images[0]?.filePath ?? '')).status).toBe(404)
    const { entries } = await ask(need('auditor'), 'listAdminAudit', { query: { limit: 1000 } })
    expect(JSON.stringify(entries)).not.toContain(groupId)
  })
})

const oneMore = (exhibition: string): Promise<UploadedGroup> =>
  uploadGroup(service.app, { parts: { exhibition, consents: { workshopConsent: true } } })

describe('?exhibition', () => {
  const asking = named.filter((name) => accessOf(name) && asksForExhibition(operations[name] as Operation))

  it('is known to every list, figure and export', () => {
    expect(asking.length).toBeGreaterThan(16)
  })

  it('shows what is of one exhibition, also after its end', async () => {
    const query = { exhibition: 'zebras' }
    const { groups, totalCount } = await ask(service.admin, 'listAdminGroups', { query })
    expect(groups.every(({ exhibition }) => exhibition.slug === 'zebras')).toBe(true)
    const { pending, approved } = await ask(service.admin, 'getGroupCounts', { query })
    expect(pending + approved).toBe(totalCount)
    const overview = await ask(service.admin, 'getSystemOverview', { query })
    expect(overview.groups).toMatchObject({ pending, approved })
    expect(overview.storage.images).toBeLessThan((await ask(service.admin, 'getSystemOverview')).storage.images)
    const json = { endsAt: '2026-11-01T00:00:00.000Z' }
    await ask(service.admin, 'updateExhibition', { params: { id: need('theirs').exhibition.id }, json })
    expect((await ask(service.admin, 'listAdminGroups', { query })).totalCount).toBe(totalCount)
    await ask(service.admin, 'updateExhibition', {
      params: { id: need('theirs').exhibition.id },
      json: { endsAt: null },
    })
  })

  it.each(asking)('%s: 404 for an unknown one, and for a limited account for any other', async (name) => {
    const of = (exhibition: string) => ({ params: { id: 1 }, query: { exhibition } })
    await refused(send(service.admin, name, of('unknown')), 404, 'EXHIBITION_NOT_FOUND')
    for (const role of ['moderator', 'auditor'] as const) {
      if (!isAllowed(accessOf(name) ?? 'admin', role)) continue
      await refused(send(need(role), name, of('zebras')), 404, 'EXHIBITION_NOT_FOUND')
      expect((await answer(need(role), name, of('alpacas'))).status).toBe(200)
    }
  })
})

describe('PATCH /api/admin/users/{id} { exhibitionIds }', () => {
  const change = (id: number, json: unknown) => send(service.admin, 'updateUser', { params: { id }, json })

  it('limits an account and ends its sessions; null is all again', async () => {
    const session = await loginAsNew(service.app, { username: 'mona', role: 'moderator' })
    const { exhibition } = need('theirs')
    const limited = await limit(session, [exhibition.id])
    await refused(session.fetch('/api/admin/groups'), 403, 'SESSION_REQUIRED')
    expect(limited.user).toMatchObject({ exhibitionIds: [exhibition.id] })
    const { users } = await ask(service.admin, 'listUsers')
    expect(users.find(({ id }) => id === session.user.id)).toMatchObject({ exhibitionIds: [exhibition.id] })
    expect((await ask(limited, 'listExhibitions')).exhibitions.map(({ slug }) => slug)).toEqual(['zebras'])
    const free = await limit(limited, null)
    expect((await ask(free, 'listExhibitions')).count).toBe(3)
    const { status } = await change(session.user.id, { exhibitionIds: null })
    expect([status, (await free.fetch('/api/admin/groups')).status]).toEqual([200, 200])
  })

  it('is refused for an admin, who is limited by nothing, and for exhibitions that do not exist', async () => {
    const { user } = await loginAsNew(service.app, { username: 'nele', role: 'moderator' })
    await refused(change(service.admin.user.id, { exhibitionIds: [1] }), 400, 'INVALID_BODY')
    await refused(change(user.id, { role: 'admin', exhibitionIds: [1] }), 400, 'INVALID_BODY')
    await refused(change(user.id, { exhibitionIds: [1, 999] }), 400, 'INVALID_BODY')
    await refused(change(user.id, { exhibitionIds: [] }), 400, 'INVALID_BODY')
    await change(user.id, { exhibitionIds: [1] })
    expect((await change(user.id, { role: 'admin' })).body.user).toMatchObject({ role: 'admin', exhibitionIds: null })
  })
})
