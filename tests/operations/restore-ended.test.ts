import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { loginAsAdmin } from '#tests/support/admin.ts'
import { ask, send } from '#tests/support/ask.ts'
import { addExhibition, changeExhibition } from '#tests/support/exhibitions.ts'
import { backUp, folderIn, restore } from '#tests/support/installations/backups.ts'
import { fullEnv } from '#tests/support/installations/full-installation.ts'
import { startApp, type TestApp } from '#tests/support/start-app.ts'
import { publish, uploadGroup } from '#tests/support/upload.ts'

describe('a restore of a state before the end', () => {
  let app: TestApp
  let to: string
  const ids: Record<string, string> = {}
  const status = async (name: string) => (await send(app, 'getGroup', { params: { groupId: ids[name] ?? '' } })).status

  beforeAll(async () => {
    to = await mkdtemp(join(tmpdir(), 'werkschau-ended-'))
    app = await startApp({ env: fullEnv })
    let admin = await loginAsAdmin(app)
    const exhibitions = { ended: 0, resumed: 0 }
    for (const slug of ['ended', 'resumed'] as const) exhibitions[slug] = (await addExhibition(admin, { slug })).id
    for (const [name, exhibition] of [
      ['ended', 'ended'],
      ['out', 'ended'],
      ['resumed', 'resumed'],
      ['movedIn', 'main'],
      ['movedToNew', 'main'],
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
    for (const id of Object.values(exhibitions)) await changeExhibition(admin, id, { endsAt: past })
    await changeExhibition(admin, exhibitions.resumed, { endsAt: null })
    await move(1, 'out')
    await move(exhibitions.ended, 'movedIn')
    await move((await addExhibition(admin, { slug: 'new', endsAt: past })).id, 'movedToNew')
    await app.stop()
    await restore(dataDir, backup, '--replace')
    app = await startApp({ env: fullEnv, dataDir })
  })
  afterAll(async () => {
    await app[Symbol.asyncDispose]()
    await rm(to, { recursive: true, force: true })
  })

  it('shows nothing of the exhibition that has ended since, and what was moved into it', async () => {
    expect(await Promise.all(['ended', 'out', 'movedIn'].map(status))).toEqual([404, 404, 404])
    expect((await send(app, 'listGroups', { query: { exhibition: 'ended' } })).status).toBe(404)
    const admin = await loginAsAdmin(app)
    const { exhibitions } = await ask(admin, 'listExhibitions')
    expect(exhibitions.find(({ slug }) => slug === 'ended')).toMatchObject({ isEnded: true, counts: { approved: 3 } })
    expect(await ask(admin, 'getAdminGroup', { params: { groupId: ids.ended ?? '' } })).toMatchObject({
      isApproved: true,
    })
  })

  it('shows what has ended and gone on since, and nothing that ended in an exhibition the backup lacks', async () => {
    expect(await Promise.all(['resumed', 'kept', 'movedToNew'].map(status))).toEqual([200, 200, 404])
  })
})
