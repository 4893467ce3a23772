import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { loginAsAdmin, type Session } from '#tests/support/admin.ts'
import { send } from '#tests/support/ask.ts'
import { listen } from '#tests/support/event-stream.ts'
import { ownGroup } from '#tests/support/manage.ts'
import { asAdmin } from '#tests/support/servers/databases.ts'
import { type Replicas, sharedPlaces, startReplicas } from '#tests/support/servers/replicas.ts'

const [place] = await sharedPlaces()

describe.runIf(place)('changes at another replica', () => {
  let replicas: Replicas
  let admin: Session
  beforeAll(async () => {
    replicas = await startReplicas(place ?? 'disk')
    admin = await loginAsAdmin(replicas.first)
  })
  afterAll(() => replicas[Symbol.asyncDispose]())

  const atSecond = () => ({
    fetch: (path: string, init?: RequestInit) =>
      replicas.second.fetch(path, { ...init, headers: { ...init?.headers, cookie: admin.cookie } }),
  })
  const decide = (groupId: string, approved: boolean) =>
    send(admin, 'approveGroup', { params: { groupId }, json: { approved } })

  it('are reported within two seconds, with the name of the moderator', async () => {
    const { groupId } = await ownGroup(replicas.first, { images: 1, approved: false })
    await using groups = await listen(atSecond(), 'followGroups')
    await using slideshow = await listen(replicas.second, 'followSlideshow')
    await groups.expectEvent({ event: 'current' })
    await slideshow.expectEvent({ event: 'current' })
    await decide(groupId, true)
    await groups.expectEvent({
      data: expect.objectContaining({ groupIds: [groupId], by: 'admin', decision: 'approved' }),
    })
    await slideshow.expectEvent({ event: 'change' })
  })

  it('are reported while the notification connection is down, and with names again afterwards', async () => {
    const { groupId } = await ownGroup(replicas.first, { images: 1, approved: false })
    await using groups = await listen(atSecond(), 'followGroups')
    const { databaseUrl = '' } = replicas.second.app.deps.config.secrets
    await asAdmin(databaseUrl, `select pg_terminate_backend(pid) from pg_stat_activity where query like 'listen %'`)
    await decide(groupId, true)
    await groups.expectEvent({ data: expect.objectContaining({ groupIds: expect.arrayContaining([groupId]) }) })
    let approved = true
    await expect
      .poll(async () => {
        approved = !approved
        await decide(groupId, approved)
        return groups.events
      })
      .toContainEqual({ event: 'change', data: expect.objectContaining({ groupIds: [groupId], by: 'admin' }) })
  })
})
