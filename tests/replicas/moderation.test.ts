import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { adminCredentials, loginAsAdmin, post, type Session } from '#tests/support/admin.ts'
import { ask, refused, send } from '#tests/support/ask.ts'
import { makeImage } from '#tests/support/images/make-image.ts'
import { isPublic, ownGroup } from '#tests/support/manage.ts'
import { type Replicas, sharedPlaces, startReplicas } from '#tests/support/servers/replicas.ts'
import type { TestApp } from '#tests/support/start-app.ts'

const places = (await sharedPlaces()).slice(-1)

describe.each(places)('moderation on two replicas that share a database and a %s', (place) => {
  let replicas: Replicas
  let here: TestApp
  let there: TestApp
  let adminHere: Session
  let adminThere: Session
  beforeAll(async () => {
    replicas = await startReplicas(place)
    here = replicas.first
    there = replicas.second
    adminHere = await loginAsAdmin(here)
    adminThere = await loginAsAdmin(there)
  })
  afterAll(() => replicas[Symbol.asyncDispose]())

  const approve = (by: Session, groupId: string, revision: string) =>
    send(by, 'approveGroup', { params: { groupId }, json: { approved: true, revision } })
  const seenBy = (by: Session, groupId: string) => ask(by, 'getAdminGroup', { params: { groupId } })

  it('refuses a revision that was changed through the other (D44)', async () => {
    const group = await ownGroup(here, { approved: false })
    const { revision } = await seenBy(adminThere, group.groupId)
    expect((await group.owner.add(await makeImage())).status).toBe(200)
    await refused(approve(adminThere, group.groupId, revision), 409, 'GROUP_CHANGED')
    expect(await isPublic(there, group.groupId)).toBe(false)
    const now = await seenBy(adminThere, group.groupId)
    expect((await approve(adminHere, group.groupId, now.revision)).status).toBe(200)
    expect(await isPublic(there, group.groupId)).toBe(true)
  })

  it('approves or refuses when a photo is added at the same moment, and never publishes it unseen (D44)', async () => {
    for (let round = 0; round < 5; round++) {
      const group = await ownGroup(here, { images: 1, approved: false })
      const { revision } = await seenBy(adminThere, group.groupId)
      const [added, approved] = await Promise.all([
        group.owner.add(await makeImage()),
        approve(adminThere, group.groupId, revision),
      ])
      expect(added.status).toBe(200)
      expect([200, 409]).toContain(approved.status)
      expect(await isPublic(here, group.groupId)).toBe(false)
    }
  })

  it('answers 404 for the old addresses of what was withdrawn through the other, at once (D47)', async () => {
    const group = await ownGroup(here, { images: 1 })
    const [image] = group.group.images
    const paths = [image?.filePath, image?.previewPath, `/api/download/${image?.fileName}`] as string[]
    const statusesOn = (app: TestApp, list: string[]) =>
      Promise.all(list.map(async (path) => (await app.fetch(path)).status))
    // The second time the preview is cached.
    for (const _ of [1, 2]) expect(await statusesOn(there, paths)).toEqual([200, 200, 200])
    await group.owner.send('PUT', '/consents', { consentType: 'workshop', action: 'revoke' })
    for (const app of [there, here]) expect(await statusesOn(app, paths)).toEqual([404, 404, 404])
    const { images } = await seenBy(adminThere, group.groupId)
    const now = images.flatMap(({ filePath, previewPath }) => [filePath, previewPath])
    for (const app of [there, here]) expect(await statusesOn(app, now)).toEqual([200, 200])
  })

  it('writes one admin log, whichever replica the admins used (D51)', async () => {
    const groups = [await ownGroup(here, { approved: false }), await ownGroup(there, { approved: false })]
    await Promise.all(
      groups.map(async ({ groupId }, i) => {
        const by = i === 0 ? adminHere : adminThere
        return approve(by, groupId, (await seenBy(by, groupId)).revision)
      }),
    )
    await post(there, '/auth/login', { ...adminCredentials, password: 'a wrong password' })
    const logs = await Promise.all([adminHere, adminThere].map((by) => ask(by, 'listAdminAudit', {})))
    expect(logs[0]?.entries).toEqual(logs[1]?.entries)
    const entries = logs[0]?.entries ?? []
    expect(entries[0]?.action).toBe('login_failed')
    const approved = entries.slice(1, 3).map(({ target_id }) => target_id)
    expect(approved.toSorted()).toEqual(groups.map(({ groupId }) => groupId).toSorted())
  })
})
