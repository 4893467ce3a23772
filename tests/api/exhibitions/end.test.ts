import { describe, expect, it } from 'vitest'
import { createEndJob } from '#server/jobs/end-exhibitions.ts'
import { ask, send } from '#tests/support/ask.ts'
import { listen } from '#tests/support/event-stream.ts'
import { addExhibition, changeExhibition } from '#tests/support/exhibitions.ts'
import { admin, app, clock, fixedTimeTests, hours, now } from '#tests/support/fixed-time.ts'
import { publish, type UploadedGroup, uploadGroup } from '#tests/support/upload.ts'

fixedTimeTests()

const runJob = async (signal = new AbortController().signal) => {
  const job = createEndJob(app.app.deps, { owner: 'test', signal })
  await job()
}
const shown = async (exhibition: string): Promise<UploadedGroup> => {
  const group = await uploadGroup(app, { parts: { exhibition } })
  await publish(app, group.groupId)
  return group
}
const statusOf = async (path: string | undefined) => (await app.fetch(path ?? '')).status
interface WithFiles {
  readonly images: readonly { readonly filePath: string; readonly previewPath: string }[]
}
const files = ({ images }: WithFiles) => images.flatMap(({ filePath, previewPath }) => [filePath, previewPath])
const statuses = async (group: WithFiles) => new Set(await Promise.all(files(group).map(statusOf)))
const only = (status: number) => new Set([status])
const group = (groupId: string) => send(app, 'getGroup', { params: { groupId } })
const seenByAdmin = (groupId: string) => ask(admin, 'getAdminGroup', { params: { groupId } })
const rowOf = (groupId: string) => app.app.deps.database.groups.find(groupId)
const ledgerOf = async (groupId: string) =>
  (await app.app.deps.database.withdrawals.all()).filter((each) => each.groupId === groupId).map(({ kind }) => kind)

describe('at endsAt', () => {
  it('files and previews are gone before the job has run, also those that are answered from memory', async () => {
    const { slug } = await addExhibition(admin, { endsAt: hours(1) })
    const ended = await shown(slug)
    expect(await statuses(ended)).toEqual(only(200))
    const before = app.app.hotReads.answered
    expect(await statusOf(ended.images[0]?.previewPath)).toBe(200)
    expect(app.app.hotReads.answered).toBe(before + 1)
    clock.set(hours(1))
    expect(await statuses(ended)).toEqual(only(404))
    expect((await group(ended.groupId)).status).toBe(404)
    clock.set(now)
    expect(await statuses(ended)).toEqual(only(200))
  })

  it('the job gives the photos new names and tells screens', async () => {
    const { id, slug } = await addExhibition(admin, { endsAt: hours(1) })
    const ended = await shown(slug)
    const caller = { fetch: (path: string, init?: RequestInit) => app.fetch(`${path}?exhibition=${slug}`, init) }
    await using stream = await listen(caller, 'followSlideshow')
    await using all = await listen(
      { fetch: (path: string, init?: RequestInit) => app.fetch(`${path}?exhibition=*`, init) },
      'followSlideshow',
    )
    await stream.expectEvent({ event: 'current' })
    await all.expectEvent({ event: 'current' })
    clock.set(hours(1))
    await runJob()
    await stream.expectEvent({ event: 'change' })
    await all.expectEvent({ event: 'change' })
    const seen = await seenByAdmin(ended.groupId)
    expect(seen).toMatchObject({ isApproved: true, isPublished: false })
    expect(files(seen).filter((name) => files(ended).includes(name))).toEqual([])
    expect(await statuses(seen)).toEqual(only(200))
    expect(await ledgerOf(ended.groupId)).toEqual(['exhibition_ended'])
    const { exhibitions } = await ask(admin, 'listExhibitions')
    expect(exhibitions.find((each) => each.id === id)).toMatchObject({ isEnded: true, groupCountAtEnd: 1, revision: 1 })
    clock.set(now)
    await runJob()
  })

  it('a change of the end in the past counts at once; a later one brings back under new names', async () => {
    const { id, slug } = await addExhibition(admin)
    const ended = await shown(slug)
    const waiting = await uploadGroup(app, { parts: { exhibition: slug } })
    const hidden = await shown(slug)
    const json = { imageId: hidden.images[0]?.id, reason: 'my_child' }
    expect((await send(app, 'createRemovalRequest', { json })).status).toBe(201)
    expect(await changeExhibition(admin, id, { endsAt: hours(-1) })).toMatchObject({ isEnded: true })
    expect(await statuses(ended)).toEqual(only(404))
    expect((await rowOf(ended.groupId))?.isExhibitionEnded).toBe(true)
    const atEnd = await seenByAdmin(ended.groupId)
    await changeExhibition(admin, id, { endsAt: hours(5) })
    const { status, body } = await group(ended.groupId)
    expect(status).toBe(200)
    expect(files(body).filter((name) => [...files(ended), ...files(atEnd)].includes(name))).toEqual([])
    expect(await statuses(body)).toEqual(only(200))
    expect(await Promise.all([waiting, hidden].map(async ({ groupId }) => (await group(groupId)).status))).toEqual([
      404, 404,
    ])
    expect(await ledgerOf(ended.groupId)).toEqual(['exhibition_ended', 'exhibition_resumed'])
    const { exhibitions } = await ask(admin, 'listExhibitions')
    expect(exhibitions.find((each) => each.id === id)).toMatchObject({ isEnded: false, groupCountAtEnd: null })
  })

  it('goes on after a crash between two chunks', async () => {
    const { id, slug } = await addExhibition(admin)
    const { database } = app.app.deps
    const first = await shown(slug)
    const source = await rowOf(first.groupId)
    if (!source) throw new Error('no group')
    const copies = Array.from({ length: 60 }, (_, n) => ({
      ...source,
      groupId: `copy${n}`,
      managementToken: `copy${n}`,
    }))
    await database.transaction(async (tx) => {
      for (const copy of copies) await tx.groups.insert(copy)
    })
    await changeExhibition(admin, id, { endsAt: now })
    const unmarked = () => database.exhibitions.groupIds(id, { isExhibitionEnded: false, limit: 100 })
    expect(await unmarked()).toHaveLength(11)
    await runJob(AbortSignal.abort())
    expect(await unmarked()).toHaveLength(11)
    await runJob()
    expect(await unmarked()).toEqual([])
    expect(await database.exhibitions.toMark([id])).not.toContain(id)
  })

  it('writes nothing while nothing has ended or gone on', async () => {
    await runJob()
    const { database, exhibitions } = app.app.deps
    const before = await database.changes.version()
    await runJob()
    expect(await database.changes.version()).toBe(before)
    expect(exhibitions.all.length).toBeGreaterThan(1)
  })
})
