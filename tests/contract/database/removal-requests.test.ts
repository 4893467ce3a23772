import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { RemovalRequest } from '#server/domain/removal-request.ts'
import { aGroup, anImage, type TestDatabase, testDatabases } from '#tests/support/test-database.ts'

const asked = '2026-11-22T10:00:00.000Z'
const decidedAt = '2026-11-23T10:00:00.000Z'

describe.each(await testDatabases())('removal requests on %s', (_engine, open) => {
  let rows: TestDatabase
  beforeAll(async () => {
    rows = await open()
  })
  afterAll(async () => {
    expect(rows.untried('removalRequests')).toEqual([])
    await rows[Symbol.asyncDispose]()
  })

  let made = 0
  async function add(request: Partial<RemovalRequest> = {}): Promise<RemovalRequest> {
    const whole: RemovalRequest = {
      requestId: `request-${++made}`,
      imageId: null,
      groupId: null,
      code: 'K7-3',
      reason: 'me',
      message: 'Please',
      contact: 'ada@example.org',
      address: `192.0.2.${made}`,
      hiddenAtOnce: true,
      createdAt: asked,
      deadline: decidedAt,
      decision: null,
      note: null,
      decidedAt: null,
      decidedBy: null,
      redactedAt: null,
      ...request,
    }
    await rows.write((tx) => tx.removalRequests.add(whole))
    return whole
  }
  const use = <T>(
    run: (requests: Parameters<Parameters<TestDatabase['write']>[0]>[0]['removalRequests']) => Promise<T>,
  ) => rows.write((tx) => run(tx.removalRequests))
  const decide = ({ requestId }: RemovalRequest, decision: RemovalRequest['decision'] = 'show_again') =>
    use((all) => all.decide(requestId, { decision, note: 'No', decidedAt, decidedBy: 'ada' }))

  async function photo() {
    const group = aGroup()
    const [image] = await rows.write(async (tx) => {
      await tx.groups.insert(group)
      return tx.images.insert([anImage(group.groupId)])
    })
    return {
      imageId: image?.id ?? 0,
      groupId: group.groupId,
      previewName: image?.previewName,
      fileName: image?.fileName,
    }
  }

  it('are read as added', async () => {
    const request = await add({ note: null, redactedAt: decidedAt })
    expect(await use((all) => all.find(request.requestId))).toEqual(request)
    expect(await use((all) => all.find('unknown'))).toBeUndefined()
  })

  it('are listed with their photo, the open ones first', async () => {
    const { previewName, fileName, ...about } = await photo()
    const address = '198.51.100.7'
    const decided = await add({ ...about, address })
    const late = await add({ ...about, address, deadline: '2026-11-29T10:00:00.000Z' })
    const early = await add({ ...about, address })
    await decide(decided)
    const mine = [decided, late, early].map(({ requestId }) => requestId)
    const listed = (await use((all) => all.list({ scope: 'all', limit: 1_000 }))).filter((each) =>
      mine.includes(each.requestId),
    )
    expect(listed.map(({ requestId }) => requestId)).toEqual([early, late, decided].map(({ requestId }) => requestId))
    expect(listed[0]).toEqual({ ...early, previewName, fileName, isHidden: false, openFromAddress: 2 })
    expect(await use((all) => all.listed(early.requestId, 'all'))).toEqual(listed[0])
    expect(await use((all) => all.list({ scope: 'all', limit: 1 }))).toHaveLength(1)
  })

  it('are counted and listed by status', async () => {
    const [refused, done] = [await add(), await add()]
    await decide(refused)
    await decide(done, 'keep_hidden')
    for (const status of ['open', 'done', 'refused'] as const) {
      const listed = await use((all) => all.list({ scope: 'all', status, limit: 1_000 }))
      expect(await use((all) => all.count({ scope: 'all', status }))).toBe(listed.length)
      expect(listed.some((each) => each.requestId === done.requestId)).toBe(status === 'done')
      expect(listed.some((each) => each.requestId === refused.requestId)).toBe(status === 'refused')
    }
    expect(await use((all) => all.count({ scope: 'all' }))).toBeGreaterThanOrEqual(2)
  })

  it('are found by image and, while open, by address and group', async () => {
    const { imageId, groupId } = await photo()
    const address = '198.51.100.8'
    const first = await add({ imageId, groupId, address })
    const second = await add({ imageId, groupId, address, createdAt: decidedAt })
    expect(await use((all) => all.ofImage(imageId))).toEqual([first, second])
    await decide(first)
    expect(await use((all) => all.openFromAddress(address, 'all'))).toEqual([second])
    expect(await use((all) => all.openOfGroup(groupId))).toEqual([second])
  })

  it('are counted by address while they are new, if they hid their photos', async () => {
    const address = '198.51.100.9'
    for (const request of [{}, { hiddenAtOnce: false }, { createdAt: '2026-11-22T09:59:59.999Z' }, { address: null }])
      await add({ address, ...request })
    await decide(await add({ address }))
    await add({ address, reason: 'my_child' })
    const counted = (isForChild: boolean) => use((all) => all.countHidden(address, { since: asked, isForChild }))
    expect([await counted(false), await counted(true)]).toEqual([2, 1])
  })

  it('are decided once: a second decision of the same moment changes nothing', async () => {
    const request = await add()
    expect(await decide(request, 'keep_hidden')).toBe(true)
    expect(await decide(request, 'show_again')).toBe(false)
    expect(await use((all) => all.find(request.requestId))).toMatchObject({ decision: 'keep_hidden' })
  })

  it('are marked once when the photo is redacted', async () => {
    const { imageId, groupId } = await photo()
    const { requestId } = await add({ imageId, groupId })
    for (const at of [decidedAt, '2027-01-01T00:00:00.000Z']) await use((all) => all.markRedacted(imageId, at))
    expect(await use((all) => all.find(requestId))).toMatchObject({ redactedAt: decidedAt })
  })

  it('are closed with their photo or group if they are open', async () => {
    const { imageId, groupId } = await photo()
    const [decided, open] = [await add({ imageId, groupId }), await add({ imageId, groupId })]
    const ofGroup = await add({ groupId })
    await decide(decided)
    await use((all) => all.closeOfImage(imageId, decidedAt))
    await use((all) => all.closeOfGroup(groupId, decidedAt))
    expect(await use((all) => all.find(decided.requestId))).toMatchObject({ decision: 'show_again' })
    for (const { requestId } of [open, ofGroup]) {
      const closed = await use((all) => all.find(requestId))
      expect(closed).toMatchObject({ decision: 'remove', decidedAt, decidedBy: null })
    }
  })

  it('lose personal data some time after the decision', async () => {
    const [decided, open] = [await add(), await add()]
    await decide(decided)
    await use((all) => all.forgetPersons(decidedAt))
    expect(await use((all) => all.find(decided.requestId))).toMatchObject({ contact: 'ada@example.org' })
    await use((all) => all.forgetPersons('2026-11-23T10:00:00.001Z'))
    const forgotten = { contact: null, message: null, address: null }
    expect(await use((all) => all.find(decided.requestId))).toMatchObject({ ...forgotten, note: 'No' })
    expect(await use((all) => all.find(open.requestId))).toEqual(open)
  })
})
