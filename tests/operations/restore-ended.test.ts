import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { deletionDueAt } from '#server/domain/cleanup.ts'
import { deleteGroup } from '#server/groups/delete-group.ts'
import { loginAsAdmin } from '#tests/support/admin.ts'
import { ask, send } from '#tests/support/ask.ts'
import { addExhibition, changeExhibition } from '#tests/support/exhibitions.ts'
import { backUp, folderIn, restore } from '#tests/support/installations/backups.ts'
import { fullEnv } from '#tests/support/installations/full-installation.ts'
import { startApp, type TestApp } from '#tests/support/start-app.ts'
import { publish, uploadGroup } from '#tests/support/upload.ts'

const inAnHour = new Date(Date.now() + 3_600_000).toISOString()

describe('a restore of a state before ends, moves and deletions', () => {
  let app: TestApp
  let to: string
  const ids: Record<string, string> = {}
  const status = async (name: string) => (await send(app, 'getGroup', { params: { groupId: ids[name] ?? '' } })).status

  beforeAll(async () => {
    to = await mkdtemp(join(tmpdir(), 'werkschau-ended-'))
    app = await startApp({ env: fullEnv })
    let admin = await loginAsAdmin(app)
    const exhibitions = { ended: 0, emptied: 0, resumed: 0, other: 0 }
    for (const slug of ['ended', 'emptied', 'resumed', 'other'] as const)
      exhibitions[slug] = (await addExhibition(admin, { slug, closesAt: inAnHour })).id
    for (const [name, exhibition] of [
      ['ended', 'ended'],
      ['out', 'ended'],
      ['deleted', 'ended'],
      ['emptied', 'emptied'],
      ['resumed', 'resumed'],
      ['movedIn', 'main'],
      ['movedToNew', 'main'],
      ['movedOn', 'main'],
      ['movedOnToNew', 'main'],
      ['movedThere', 'other'],
      ['movedAndBack', 'main'],
      ['kept', 'main'],
    ] as const) {
      const { groupId } = await uploadGroup(app, { parts: { exhibition } })
      await publish(app, groupId)
      ids[name] = groupId
    }
    const { dataDir } = app
    await app.stop()
    const backup = folderIn(await backUp(dataDir, to))
    app = await startApp({ env: fullEnv, dataDir })
    admin = await loginAsAdmin(app)
    const move = (id: number, name: string) =>
      ask(admin, 'moveGroups', { params: { id }, json: { groupIds: [ids[name]] } })
    const past = new Date(Date.now() - 1_000).toISOString()
    for (const id of [exhibitions.ended, exhibitions.emptied, exhibitions.resumed])
      await changeExhibition(admin, id, { endsAt: past })
    await changeExhibition(admin, exhibitions.resumed, { endsAt: null })
    await move(1, 'out')
    await move(exhibitions.other, 'emptied')
    await move(exhibitions.ended, 'movedIn')
    await move((await addExhibition(admin, { slug: 'new', endsAt: past })).id, 'movedToNew')
    await move(exhibitions.other, 'movedOn')
    await move((await addExhibition(admin, { slug: 'later' })).id, 'movedOnToNew')
    await move(1, 'movedThere')
    await move(exhibitions.other, 'movedAndBack')
    await move(1, 'movedAndBack')
    const ended = await changeExhibition(admin, exhibitions.ended, { deletedAfterDays: 1 })
    const dueAt = deletionDueAt(ended)
    if (dueAt === null) throw new Error('nothing is due')
    await deleteGroup(app.app.deps, { groupId: ids.deleted ?? '', exhibitionId: ended.id, dueAt })
    await app.stop()
    await restore(dataDir, backup, '--replace')
    app = await startApp({ env: fullEnv, dataDir })
  })
  afterAll(async () => {
    await app[Symbol.asyncDispose]()
    await rm(to, { recursive: true, force: true })
  })

  it('shows nothing of exhibitions that have ended since, and of what was moved into one', async () => {
    expect(await Promise.all(['ended', 'movedIn'].map(status))).toEqual([404, 404])
    const admin = await loginAsAdmin(app)
    const { exhibitions } = await ask(admin, 'listExhibitions')
    for (const slug of ['ended', 'emptied']) {
      expect((await send(app, 'listGroups', { query: { exhibition: slug } })).status).toBe(404)
      const found = exhibitions.find((each) => each.slug === slug)
      expect(found).toMatchObject({ isEnded: true, isOpen: false })
      expect(found?.closesAt).toBe(found?.endsAt)
    }
    expect(exhibitions.find(({ slug }) => slug === 'ended')?.counts).toMatchObject({ approved: 2 })
    expect(await ask(admin, 'getAdminGroup', { params: { groupId: ids.ended ?? '' } })).toMatchObject({
      isApproved: true,
    })
  })

  it('shows what has ended and gone on since, and nothing that went to an exhibition the backup lacks', async () => {
    expect(await Promise.all(['resumed', 'kept', 'movedToNew', 'movedOnToNew'].map(status))).toEqual([
      200, 200, 404, 404,
    ])
  })

  it('shows what was moved where it was moved to, and nowhere else', async () => {
    const shownIn = async (exhibition: string) => {
      const { groups } = await ask(app, 'listGroups', { query: { exhibition } })
      return groups.map(({ groupId }) => Object.keys(ids).find((name) => ids[name] === groupId)).toSorted()
    }
    expect(await shownIn('other')).toEqual(['emptied', 'movedOn'])
    expect(await shownIn('main')).toEqual(['kept', 'movedAndBack', 'movedThere', 'out'])
  })

  it('has nothing that was deleted with its exhibition', async () => {
    const { database } = app.app.deps
    expect(await database.groups.find(ids.deleted ?? '')).toBeUndefined()
    expect((await database.deletionLog.latest('all')).map(({ reason }) => reason)).toEqual(['exhibition_ended'])
  })
})
