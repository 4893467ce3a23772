import { describe, expect, it } from 'vitest'
import { loginAsAdmin } from '#tests/support/admin.ts'
import { send } from '#tests/support/ask.ts'
import { listen } from '#tests/support/event-stream.ts'
import { addExhibition, changeExhibition } from '#tests/support/exhibitions.ts'
import { sharedPlaces, startReplicas } from '#tests/support/servers/replicas.ts'
import { publish, uploadGroup } from '#tests/support/upload.ts'

describe.each(await sharedPlaces())('the end of an exhibition with two replicas on a shared %s', (place) => {
  it('reaches screens and files at the other replica by the clock, and by a change', async () => {
    await using replicas = await startReplicas(place, { jobs: true })
    const { first, second } = replicas
    const admin = await loginAsAdmin(first)
    const { id, slug } = await addExhibition(admin)
    const { groupId, images } = await uploadGroup(first, { parts: { exhibition: slug } })
    await publish(first, groupId)
    const names = images.flatMap(({ filePath, previewPath }) => [filePath ?? '', previewPath ?? ''])
    const statuses = () => Promise.all(names.map(async (name) => (await second.fetch(name)).status))
    const at = (path: string, init?: RequestInit) => second.fetch(`${path}?exhibition=${slug}`, init)
    await expect.poll(async () => (await at('/api/groups')).status).toBe(200)
    expect(await statuses()).toEqual([200, 200])
    await using stream = await listen({ fetch: at }, 'followSlideshow')
    await stream.expectEvent({ event: 'current' })
    await changeExhibition(admin, id, { endsAt: new Date(Date.now() + 1_500).toISOString() })
    await stream.expectEvent({ event: 'change' })
    expect((await at('/api/groups')).status).toBe(404)
    expect(await statuses()).toEqual([404, 404])
    const { database } = first.app.deps
    await expect.poll(async () => (await database.groups.find(groupId))?.isExhibitionEnded).toBe(true)
    await changeExhibition(admin, id, { endsAt: null })
    await expect.poll(async () => (await at('/api/groups')).status).toBe(200)
    const { body } = await send(second, 'getGroup', { params: { groupId } })
    const { previewPath = '', filePath = '' } = body.images[0] ?? {}
    expect(names).not.toContain(previewPath)
    expect([(await second.fetch(previewPath)).status, (await second.fetch(filePath)).status]).toEqual([200, 200])
    const marks = (await database.withdrawals.all()).filter((each) => each.groupId === groupId)
    expect(marks.map(({ kind }) => kind)).toEqual(['exhibition_ended', 'exhibition_resumed'])
    await changeExhibition(admin, id, { endsAt: new Date().toISOString() })
    const gone = async () => [(await second.fetch(previewPath)).status, (await second.fetch(filePath)).status]
    await expect.poll(gone, { timeout: 2_000, interval: 20 }).toEqual([404, 404])
    expect((await send(second, 'getGroup', { params: { groupId } })).status).toBe(404)
  })
})
