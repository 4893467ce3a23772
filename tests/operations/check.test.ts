import { randomUUID } from 'node:crypto'
import { cp, mkdtemp, readFile, rm, truncate, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import { runBackupCommand } from '#server/command-line/backup-command.ts'
import { runCheckCommand } from '#server/command-line/check-command.ts'
import { readConfig } from '#server/config/config.ts'
import { openPlace } from '#server/operations/open-place.ts'
import type { FileKind } from '#server/ports/file-store.ts'
import { loginAsAdmin } from '#tests/support/admin.ts'
import { ask, send } from '#tests/support/ask.ts'
import { addExhibition, changeExhibition } from '#tests/support/exhibitions.ts'
import { makeImage } from '#tests/support/images/make-image.ts'
import { fullEnv } from '#tests/support/installations/full-installation.ts'
import { isPublic, type OwnedGroup, owner, ownGroup } from '#tests/support/manage.ts'
import { seedGroups } from '#tests/support/seed-groups.ts'
import { bucketVariables, newBucket } from '#tests/support/servers/buckets.ts'
import { asAdmin, databaseUrl, newDatabase } from '#tests/support/servers/databases.ts'
import { sharedService } from '#tests/support/servers/shared-service.ts'
import { startApp, type TestApp } from '#tests/support/start-app.ts'
import { publish, uploadGroup } from '#tests/support/upload.ts'

const [server, s3] = [await sharedService('postgres'), await sharedService('s3')]
const isShared = server !== undefined && s3 !== undefined

type Env = Readonly<Record<string, string>>

/** An own place, and a way to restore its current rows later, like the engine's own tools. */
interface TestPlace {
  env: Env
  dump(): Promise<() => Promise<void>>
}

const newFolder = async () => {
  const folder = await mkdtemp(join(tmpdir(), 'werkschau-check-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  return folder
}

async function inFolder(): Promise<TestPlace> {
  const dataDir = await newFolder()
  const path = join(dataDir, 'werkschau.db')
  return {
    env: { ...fullEnv, DATA_DIR: dataDir },
    async dump() {
      const dumped = join(await newFolder(), 'dump.db')
      await cp(path, dumped)
      return () => cp(dumped, path)
    },
  }
}

async function onServers(): Promise<TestPlace> {
  if (server === undefined || s3 === undefined) throw new Error('This needs PostgreSQL and Ceph')
  const database = await newDatabase(server)
  onTestFinished(() => database[Symbol.asyncDispose]())
  const bucket = bucketVariables(await newBucket(s3))
  const place: TestPlace = {
    env: { ...fullEnv, ...bucket, DATA_DIR: await newFolder(), DATABASE_URL: database.url },
    async dump() {
      const name = `werkschau_${randomUUID().replaceAll('-', '')}`
      await asAdmin(server.url, `create database ${name} template ${new URL(database.url).pathname.slice(1)}`)
      onTestFinished(() => asAdmin(server.url, `drop database if exists ${name} with (force)`))
      return async () => {
        place.env = { ...place.env, DATABASE_URL: databaseUrl(server.url, name) }
      }
    },
  }
  return place
}

const check = ({ env }: TestPlace, ...words: string[]) =>
  runCheckCommand({ env, words: ['check', ...words], progress: () => undefined })

async function withApp<T>({ env }: TestPlace, use: (app: TestApp) => Promise<T>): Promise<T> {
  const app = await startApp({ env, dataDir: env.DATA_DIR as string })
  try {
    return await use(app)
  } finally {
    await app.stop()
  }
}

async function addOrphans({ env }: TestPlace, count: number): Promise<void> {
  await using place = await openPlace(readConfig(env))
  for (let n = 0; n < count; n++) {
    const draft = await place.files.draft(n % 2 ? 'original' : 'preview', `${randomUUID()}.jpg`)
    await writeFile(draft.path, 'of nobody')
    await draft.commit()
  }
}

async function filesOf({ env }: TestPlace): Promise<string[]> {
  await using place = await openPlace(readConfig(env))
  const names: string[] = []
  for (const kind of ['original', 'preview'] as const) {
    for await (const { name } of place.files.list(kind)) names.push(name)
  }
  return names
}

describe.each([
  ['SQLite and a folder', inFolder, true],
  ['PostgreSQL and Ceph', onServers, isShared],
])('npm run transfer -- check, on %s', (_name, newPlace, isAvailable) => {
  if (!isAvailable) return it.skip('needs both servers')
  let place: TestPlace
  beforeEach(async () => {
    place = await newPlace()
  })

  it('finds nothing in an intact installation, also while it runs', async () => {
    await withApp(place, async (app) => {
      await ownGroup(app)
      const { text, exitCode } = await check(place)
      expect(text).toMatch(/^Files of photos: 6, .*\nNothing differs\.$/)
      expect(exitCode).toBe(0)
    })
  })

  it('finds photos without files, and hides them', async () => {
    const groupId = await withApp(place, async (app) => {
      await ownGroup(app, { images: 1 })
      const [group] = await seedGroups(app.app.deps.database, [{ images: 12, isApproved: true }])
      return group?.groupId ?? ''
    })
    const found = await check(place)
    expect(found.text).toContain('Photos without their file: 12.')
    expect(found.text).toContain('Nothing was changed.')
    expect(found.exitCode).toBe(3)
    await withApp(place, async (app) => expect(await isPublic(app, groupId)).toBe(true))
    const repaired = await check(place, '--repair')
    expect(repaired.text).toContain('Photos without their file, hidden from the public: 12.')
    expect(repaired.exitCode).toBe(3)
    expect((await check(place)).text).not.toContain('Entries missing in the ledger')
    await withApp(place, async (app) => expect(await isPublic(app, groupId)).toBe(false))
  })

  it('finds photos whose file was cut short, also by a backup, and leaves them as they are', async () => {
    const { groupId, imageIds } = await withApp(place, (app) => ownGroup(app))
    const [whole, cut] = await withApp(place, (app) => app.app.deps.database.images.ofGroup(groupId))
    {
      await using opened = await openPlace(readConfig(place.env))
      await opened.files.edit('original', cut?.storedName ?? '', (path) => truncate(path, (cut?.fileSize ?? 0) - 1))
    }
    for (const words of [[], ['--repair']]) {
      const { text, exitCode } = await check(place, ...words)
      expect(text).toContain(
        `Photos whose file was cut short: 1.\n  group ${groupId}, image ${imageIds[1]}: ${cut?.storedName}`,
      )
      expect(text).not.toContain(whole?.storedName)
      expect(exitCode).toBe(3)
    }
    const made = await runBackupCommand({
      env: place.env,
      words: ['--to', await newFolder()],
      progress: () => undefined,
    })
    expect(made.text).toContain(`may have it whole: upload/${cut?.storedName}`)
    expect(made.exitCode).toBe(3)
    await withApp(place, async (app) => expect(await isPublic(app, groupId)).toBe(true))
  })

  it('removes files that belong to no photo, and leaves those of uploads in progress', async () => {
    const before = await withApp(place, async (app) => {
      await ownGroup(app)
    }).then(() => filesOf(place))
    await addOrphans(place, 5)
    const underWay = `${randomUUID()}.jpg`
    {
      await using opened = await openPlace(readConfig(place.env))
      await opened.database.planFileRemovals([{ kind: 'original', name: underWay }], 60_000)
      const draft = await opened.files.draft('original', underWay)
      await writeFile(draft.path, 'under way')
      await draft.commit()
    }
    const found = await check(place)
    expect(found.text).toContain('Files that belong to no photo: 5, ')
    expect(found.exitCode).toBe(3)
    expect(await filesOf(place)).toHaveLength(before.length + 6)
    const repaired = await check(place, '--repair')
    expect(repaired.text).toContain('Removed of them: 5.')
    expect(repaired.exitCode).toBe(0)
    expect((await filesOf(place)).toSorted()).toEqual([...before, underWay].toSorted())
  })

  it('removes no files if the database is the wrong one', async () => {
    await withApp(place, (app) => ownGroup(app, { images: 1 }))
    await addOrphans(place, 5)
    const { text, exitCode } = await check(place, '--repair')
    expect(text).toContain('None of them was removed')
    expect(exitCode).toBe(3)
    expect(await filesOf(place)).toHaveLength(7)
    expect((await check(place, '--repair', '--remove-most')).exitCode).toBe(0)
    expect(await filesOf(place)).toHaveLength(2)
  })

  it('makes previews that are missing', async () => {
    await withApp(place, (app) => ownGroup(app))
    await removeSome(place, 'preview', 2)
    expect((await check(place)).text).toContain('Missing previews: 2.')
    const { text, exitCode } = await check(place, '--repair')
    expect(text).toContain('Missing previews: 2, made now: 2.')
    expect(exitCode).toBe(0)
    expect(await filesOf(place)).toHaveLength(6)
  })

  it('removes no file of a running upload', async () => {
    const bytes = await makeImage({ width: 900, height: 700 })
    const files = Array.from({ length: 5 }, (_, n) => ({ name: `${n}.jpg`, bytes }))
    await withApp(place, async (app) => {
      let isOver = false
      const uploads = Promise.all(Array.from({ length: 4 }, () => uploadGroup(app, { files }))).finally(() => {
        isOver = true
      })
      while (!isOver) await check(place, '--repair', '--remove-most')
      await uploads
      const { text } = await check(place)
      expect(text).toMatch(/^Files of photos: 40, .*\nNothing differs\.$/)
    })
  })

  it('repeats withdrawals that a restored database lacks', async () => {
    const [gone, kept] = await withApp(place, async (app) => [await ownGroup(app), await ownGroup(app)])
    const load = await place.dump()
    await withApp(place, (app) => app.fetch(`/api/manage/${gone.token}`, { method: 'DELETE' }))
    await load()
    const found = await check(place)
    expect(found.text).toContain('Withdrawals that the database lacks: 1.')
    expect(found.exitCode).toBe(3)
    const { text, exitCode } = await check(place, '--repair', '--restored')
    expect(text).toContain(`Deleted again, as they were deleted since: ${gone.groupId}`)
    expect(exitCode).toBe(0)
    await withApp(place, async (app) => {
      expect(await isPublic(app, gone.groupId)).toBe(false)
      expect(await isPublic(app, kept.groupId)).toBe(true)
    })
    expect((await check(place)).exitCode).toBe(0)
  })

  it('ends exhibitions that have ended since the dump, and keeps the others', async () => {
    const end = { endsAt: '2025-01-01T00:00:00.000Z' }
    const [open, ended] = await withApp(place, async (app) => {
      const admin = await loginAsAdmin(app)
      const { id } = await addExhibition(admin, { slug: 'deleted', ...end })
      await ask(admin, 'deleteExhibition', { params: { id } })
      const added = [await addExhibition(admin, { slug: 'open' }), await addExhibition(admin, { slug: 'ended' })]
      return Promise.all(
        added.map(async (each) => ({ ...each, group: await ownGroup(app, { parts: { exhibition: each.slug } }) })),
      )
    })
    const load = await place.dump()
    await withApp(place, async (app) => changeExhibition(await loginAsAdmin(app), ended?.id ?? 0, end))
    await load()
    expect((await check(place, '--repair', '--restored')).exitCode).toBe(0)
    await withApp(place, async (app) => {
      const admin = await loginAsAdmin(app)
      expect((await ask(admin, 'listExhibitions')).exhibitions).toMatchObject([
        { slug: 'ended', isEnded: true },
        { slug: 'open', isOpen: true },
        { slug: 'main' },
      ])
      const shown = [open, ended].map((each) => app.fetch(`/api/groups/${each?.group.groupId}`))
      expect((await Promise.all(shown)).map(({ status }) => status)).toEqual([200, 404])
      const again = { json: { slug: 'deleted', name: 'Again' } }
      expect(await send(admin, 'createExhibition', again)).toMatchObject({ body: { code: 'SLUG_TAKEN' } })
    })
  })

  it('is not required: the service does it at its start, before the first request', async () => {
    const gone = await withApp(place, (app) => ownGroup(app))
    const load = await place.dump()
    await withApp(place, (app) => app.fetch(`/api/manage/${gone.token}`, { method: 'DELETE' }))
    await load()
    await withApp(place, async (app) => {
      expect((await app.fetch(`/api/groups/${gone.groupId}`)).status).toBe(404)
      expect(await app.app.deps.database.groups.find(gone.groupId)).toBeUndefined()
    })
  })

  it('lets a group wait whose owner changed it since, and no group that was approved again before', async () => {
    const [since, before] = await withApp(place, async (app) => [await ownGroup(app), await ownGroup(app)])
    const editAndApprove = ({ groupId, token }: OwnedGroup) =>
      withApp(place, async (app) => {
        expect((await owner(app, token).send('PUT', '/metadata', { title: 'Without a name' })).status).toBe(200)
        await publish(app, groupId)
        expect(await isPublic(app, groupId)).toBe(true)
      })
    await editAndApprove(before)
    const load = await place.dump()
    await editAndApprove(since)
    await load()
    await withApp(place, async (app) => {
      expect(await isPublic(app, since.groupId)).toBe(false)
      expect(await isPublic(app, before.groupId)).toBe(true)
      await publish(app, since.groupId)
    })
    await withApp(place, async (app) => expect(await isPublic(app, since.groupId)).toBe(true))
  })

  it('is not required for a database older than the ledger', async () => {
    const gone = await withApp(place, (app) => ownGroup(app))
    const load = await place.dump()
    await withApp(place, (app) => app.fetch(`/api/manage/${gone.token}`, { method: 'DELETE' }))
    await load()
    await asBeforeLedgers(place)
    await withApp(place, async (app) => {
      expect(await app.app.deps.database.groups.find(gone.groupId)).toBeUndefined()
    })
    expect((await check(place)).exitCode).toBe(0)
  })

  it('brings back groups on request, and withdraws all approvals if the ledger is lost', async () => {
    const [gone, kept] = await withApp(place, async (app) => [await ownGroup(app), await ownGroup(app)])
    const load = await place.dump()
    await withApp(place, (app) => app.fetch(`/api/manage/${gone.token}`, { method: 'DELETE' }))
    await load()
    await expect(check(place, '--repair', '--bring-back', `${gone.groupId}x`)).rejects.toThrow('There is no group')
    const { text } = await check(place, '--repair', '--bring-back', gone.groupId)
    expect(text).toContain(`Brought back: ${gone.groupId}`)
    await forgetLedger(place)
    const lost = await check(place, '--repair', '--restored')
    expect(lost.text).toContain('There is no ledger of withdrawals.')
    expect(lost.text).toContain('Withdrawals since then are unknown: 2 groups wait for approval.')
    await withApp(place, async (app) => expect(await isPublic(app, kept.groupId)).toBe(false))
  })
})

async function removeSome({ env }: TestPlace, kind: FileKind, count: number): Promise<void> {
  await using place = await openPlace(readConfig(env))
  const names = await Array.fromAsync(place.files.list(kind))
  for (const { name } of names.slice(0, count)) await place.files.remove(kind, name)
}

/** Like a migrated database of an older release: its ledger is new and not written yet. */
async function asBeforeLedgers({ env }: TestPlace): Promise<void> {
  await using place = await openPlace(readConfig(env))
  const ids = (await place.database.withdrawals.all()).map(({ id }) => id)
  await place.database.transaction(async (tx) => {
    await tx.withdrawals.markPending(ids)
    await tx.serviceState.set('ledger', randomUUID())
  })
}

/** The database belongs to another ledger than that of the place. */
async function forgetLedger({ env }: TestPlace): Promise<void> {
  await using place = await openPlace(readConfig(env))
  await place.database.transaction((tx) => tx.serviceState.set('ledger', randomUUID()))
}

describe('npm run transfer -- check', () => {
  it.each([
    [['--everything'], /Unknown option/],
    [['--restored'], /needs --repair/],
    [['again'], /Unexpected argument/],
  ])('does not understand %j', async (words, message) => {
    const place = await inFolder()
    await expect(check(place, ...words)).rejects.toThrow(message)
  })

  it('refuses a folder without an installation, and groups that are in groups.json', async () => {
    const place = await inFolder()
    await expect(check(place)).rejects.toThrow('holds no installation')
    await writeFile(join(place.env.DATA_DIR as string, 'groups.json'), '[]')
    await expect(check(place)).rejects.toThrow('groups.json has not been migrated yet')
    expect(await readFile(join(place.env.DATA_DIR as string, 'groups.json'), 'utf8')).toBe('[]')
  })
})
