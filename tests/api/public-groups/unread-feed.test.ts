import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Group } from '#server/domain/group.ts'
import { seedGroups } from '#tests/support/seed-groups.ts'
import { startApp, type TestApp } from '#tests/support/start-app.ts'

interface Feed {
  readonly groups: { readonly groupId: string; readonly title: string }[]
  readonly totalCount: number
}

const count = 1_500

describe('a feed that nobody has read since the start', () => {
  let app: TestApp
  let groups: Group[]
  beforeAll(async () => {
    app = await startApp()
    groups = await seedGroups(
      app.app.deps.database,
      // Upload order and capture order are opposite.
      Array.from({ length: count }, (_, index) => ({
        isApproved: true,
        captureDate: new Date(Date.UTC(2025, 0, 1) - index * 3_600_000).toISOString(),
      })),
    )
  })
  afterAll(() => app[Symbol.asyncDispose]())
  const ids = () => groups.map(({ groupId }) => groupId).toReversed()
  const get = async (path: string) => {
    const answer = await app.fetch(`/api/groups${path}`)
    return { tag: answer.headers.get('etag'), body: (await answer.json()) as Feed }
  }
  const change = (group: Group | undefined, title: string) =>
    app.app.deps.database.transaction((tx) => tx.groups.update(group?.groupId ?? '', { title }))

  it('returns single groups and pages at any offset', async () => {
    const { body } = await get('?limit=5&offset=700')
    expect(body.groups.map(({ groupId }) => groupId)).toEqual(ids().slice(700, 705))
    expect(body.totalCount).toBe(count)
    expect((await get(`/${groups[3]?.groupId}`)).body).toMatchObject({ groupId: groups[3]?.groupId })
    await change(groups[3], 'Changed before it was read')
    expect((await get(`/${groups[3]?.groupId}`)).body).toMatchObject({ title: 'Changed before it was read' })
  })

  it('is sent while it is read, in order, and stays the same', async () => {
    const first = await get('')
    expect(first.body.groups.map(({ groupId }) => groupId)).toEqual(ids())
    expect(first.body.totalCount).toBe(count)
    await expect.poll(async () => (await get('')).tag).not.toBeNull()
    expect((await get('')).body).toEqual(first.body)
    expect((await get('?offset=1400')).body.groups).toEqual(first.body.groups.slice(1_400))
  })

  it('follows changes, with the ETag of a feed that was read as a whole', async () => {
    for (const group of groups.slice(0, 3)) await change(group, `Again ${group.groupId}`)
    await app.app.deps.database.transaction((tx) => tx.groups.remove(groups[10]?.groupId ?? ''))
    const { tag, body } = await get('')
    expect(body.totalCount).toBe(count - 1)
    const titles = groups.slice(0, 3).map(({ groupId }) => `Again ${groupId}`)
    expect(body.groups.slice(-3).map(({ title }) => title)).toEqual(titles.toReversed())

    const { dataDir } = app
    await app.stop()
    app = await startApp({ dataDir })
    const again = await get('')
    expect(again.body).toEqual(body)
    await expect.poll(async () => (await get('')).tag).toBe(tag)
  })
})
