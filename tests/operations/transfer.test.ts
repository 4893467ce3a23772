import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { copiedTables, counterTable, derivedTable, unownedFileTables } from '#server/adapters/database/copied-tables.ts'
import { runTransferCommand } from '#server/command-line/transfer-command.ts'
import { type Config, readConfig } from '#server/config/config.ts'
import { openPlace } from '#server/operations/open-place.ts'
import { login, loginAsAdmin } from '#tests/support/admin.ts'
import { contentOf, copy, type Env, emptyPlace, fileOf, newFolder } from '#tests/support/installations/copies.ts'
import {
  expectExhibitions,
  type FullInstallation,
  fullEnv,
  makeFullInstallation,
} from '#tests/support/installations/full-installation.ts'
import { owner } from '#tests/support/manage.ts'
import { commandEnvironment, startProcess } from '#tests/support/servers/start-process.ts'
import { startApp, type TestApp } from '#tests/support/start-app.ts'
import { uploadGroup } from '#tests/support/upload.ts'

describe('the copied tables', () => {
  it('are all tables', async () => {
    await using place = await openPlace(readConfig({ DATA_DIR: await newFolder() }))
    const counters = await place.engine.openCounterTable()
    const found = [
      ...(await place.engine.db.introspection.getTables()),
      ...(await counters.db.introspection.getTables()),
    ]
    await counters.close()
    const decided = [...copiedTables, counterTable, ...unownedFileTables].map(({ table }) => table)
    const copied = found.map(({ name }) => name).filter((name) => !name.startsWith(derivedTable))
    expect(new Set(copied)).toEqual(new Set(decided))
  })
})

describe('npm run transfer -- copy', () => {
  let source: FullInstallation
  let from: Env
  beforeAll(async () => {
    source = await makeFullInstallation()
    from = { ...fullEnv, DATA_DIR: source.dataDir }
  })
  afterAll(() => rm(source.dataDir, { recursive: true, force: true }))
  beforeEach(() => rm(join(source.dataDir, 'transfer'), { recursive: true, force: true }))

  /** What users see of the installation in its new place. */
  async function expectInUse(env: Env) {
    await using app = await startApp({ env, dataDir: env.DATA_DIR as string })
    const [first] = source.groups
    expect((await app.fetch('/api/admin/groups', { headers: { cookie: source.admin.cookie } })).status).toBe(200)
    expect((await login(app, { username: 'admin', password: 'a password of the tests' })).user.role).toBe('admin')
    const view = await owner(app, first?.managementToken ?? '').view()
    expect(view.status).toBe(200)
    for (const image of view.body.data.images) {
      for (const path of [image.filePath, image.previewPath]) expect((await app.fetch(path)).status, path).toBe(200)
    }
    expect((await owner(app, first?.managementToken ?? '', { address: source.bannedAddress }).view()).status).toBe(403)
    await expectExhibitions(app, source)
    const added = await uploadGroup(app)
    expect(added.images[0]?.id).toBe(source.lastImageId + 1)
  }

  it('has rows in every table', async () => {
    const { tables } = await contentOf(from)
    const empty = Object.entries(tables).filter(([, rows]) => rows.length === 0)
    expect(empty.map(([table]) => table)).toEqual([])
  })

  it.each([
    ['PostgreSQL and a bucket', 'server', 'bucket'],
    ['PostgreSQL and a folder', 'server', 'folder'],
    ['another folder', 'embedded', 'folder'],
  ] as const)('takes everything to %s', async (_name, database, files) => {
    const to = await emptyPlace(database, files)
    const before = await contentOf(from)
    expect(await copy(from, to)).toMatch(
      /^Files on both sides: 22 files, .* of which 22 by this run\.\n--final copies the rows/,
    )
    expect(await copy(from, to, '--final')).toMatch(
      /of which 0 by this run[\s\S]*groups +5 [\s\S]*The copy is complete/,
    )
    const after = await contentOf(to)
    expect(after.files).toEqual(before.files)
    const jobs = before.tables.jobs?.map((row) => ({ ...(row as object), lease_owner: null, lease_until: null }))
    expect(after.tables).toEqual({ ...before.tables, jobs })
    await expectInUse(to)
  })

  it('goes back from PostgreSQL and a bucket to one folder, unchanged', async () => {
    const [to, back] = [await emptyPlace('server', 'bucket'), await emptyPlace('embedded', 'folder')]
    await copy(from, to, '--final')
    await copy(to, back, '--final')
    expect(await contentOf(back)).toEqual(await contentOf(to))
    await expectInUse(back)
  })

  it('copies only the rows if the files stay, with pending removals', async () => {
    const to = { ...(await emptyPlace('server', 'folder')), DATA_DIR: source.dataDir }
    const planned = [{ kind: 'original', name: 'leaving.jpg' }] as const
    await using place = await openPlace(readConfig(from))
    await place.database.planFileRemovals(planned, 60_000)
    await place[Symbol.asyncDispose]()
    expect(await copy(from, to, '--final')).toMatch(/^\ntable [\s\S]*file_removals +1 /)
  })

  it('accepts variables that begin with TARGET_ instead of a file', async () => {
    const to = await emptyPlace('embedded', 'folder')
    const env = { ...from, ...Object.fromEntries(Object.entries(to).map(([name, value]) => [`TARGET_${name}`, value])) }
    const words = ['copy', '--to', 'environment', '--final']
    expect(await runTransferCommand({ env, words, progress: () => undefined })).toContain('The copy is complete')
  })

  describe('while the service runs', () => {
    it('copies files, and with --final the changes since, but not before the service has stopped', async () => {
      const folder = await newFolder()
      await copy(from, { ...fullEnv, DATA_DIR: folder }, '--final')
      const here = { ...fullEnv, DATA_DIR: folder }
      const to = await emptyPlace('server', 'bucket')
      await using running = await startProcess({ ...here, LOG_LEVEL: 'info' })
      const app = { fetch: (path: string, init?: RequestInit) => fetch(new URL(path, running.url), init) } as TestApp

      expect(await copy(here, to)).toContain('of which 22 by this run')
      await expect(copy(here, to, '--final')).rejects.toThrow('The service is running: stop it')
      const added = await uploadGroup(app)
      const gone = source.groups[1]
      await owner(app, gone?.managementToken ?? '').send('DELETE')
      await running.stop()

      expect(await copy(here, to, '--final')).toMatch(
        /20 files, .* of which 2 by this run\.\nRemoved from the target, because they were deleted since: 4\./,
      )
      const [before, after] = [await contentOf(here), await contentOf(to)]
      expect(after.files).toEqual(before.files)
      expect(after.tables.groups).toEqual(before.tables.groups)
      expect(JSON.stringify(after)).toContain(added.groupId)
      expect(JSON.stringify(after.tables.images)).not.toContain(gone?.groupId)
    })
  })

  describe('an interrupted copy', () => {
    /** Runs the command as a process that is killed there, or so many milliseconds later, unless it has ended. */
    async function killed(to: Env, killAt: string): Promise<boolean> {
      const program = ['--import', './tests/operations/killed-at.ts', 'server/start/transfer.ts']
      const child = spawn(process.execPath, [...program, 'copy', '--to', await fileOf(to), '--final'], {
        env: { ...commandEnvironment(from), KILL_AT: killAt },
        stdio: ['ignore', 'ignore', 'pipe'],
      })
      const [[code, signal], said] = await Promise.all([once(child, 'exit'), text(child.stderr)])
      if (code !== null && code !== 0) throw new Error(said)
      return signal === 'SIGKILL'
    }

    it.each([
      ['server', 'bucket'],
      ['embedded', 'folder'],
    ] as const)('goes on where it was, on %s and %s', async (database, files) => {
      const to = await emptyPlace(database, files)
      const before = await contentOf(from)
      // When the first file has been copied, and when twelve are noted.
      for (const point of ['appendFileSync:1', 'appendFileSync:13']) {
        expect(await killed(to, point)).toBe(true)
        expect((await contentOf(to)).tables.groups).toEqual([])
        await expect(startApp({ env: to })).rejects.toThrow('a copy that is not finished')
      }
      // While the rows are copied, or after: all are there, or none.
      await killed(to, 'appendFileSync:10:10')
      expect([0, 5]).toContain((await contentOf(to)).tables.groups?.length)
      expect(await copy(from, to, '--final')).toMatch(/The copy is complete|both sides are still the same/)
      const after = await contentOf(to)
      expect(after.files).toEqual(before.files)
      expect(after.tables.images).toEqual(before.tables.images)
      await expectInUse(to)
    })

    it('copies a file again if the target has part of it, or another one', async () => {
      const to = await emptyPlace('embedded', 'folder')
      await copy(from, to)
      const [name = ''] = await readdir(join(to.DATA_DIR ?? '', 'upload'))
      await writeFile(join(to.DATA_DIR ?? '', 'upload', name), 'half')
      expect(await copy(from, to, '--final')).toContain('of which 1 by this run')
      expect((await contentOf(to)).files).toEqual((await contentOf(from)).files)
    })
  })

  describe('refuses', () => {
    it('a target with other rows, and does not change it', async () => {
      const to = await emptyPlace('server', 'folder')
      const other = await startApp({ env: to })
      await loginAsAdmin(other)
      await other.stop()
      const before = await contentOf(to)
      await expect(copy(from, to, '--final')).rejects.toThrow('there are rows in admin_users')
      expect(await contentOf(to)).toEqual(before)
    })

    it('a target with other files', async () => {
      const to = await emptyPlace('server', 'bucket')
      await using place = await openPlace(readConfig(to) as Config)
      const draft = await place.files.draft('original', 'theirs.jpg')
      await writeFile(draft.path, 'theirs')
      await draft.commit()
      await expect(copy(from, to)).rejects.toThrow('files of another installation, theirs.jpg')
      expect(await place.files.open('original', 'theirs.jpg')).toBeDefined()
    })

    it('a target with a copy of another installation', async () => {
      const [to, elsewhere] = [await emptyPlace('embedded', 'folder'), await emptyPlace('embedded', 'folder')]
      await (await openPlace(readConfig(elsewhere)))[Symbol.asyncDispose]()
      await copy(from, to, '--final')
      await expect(copy(elsewhere, to, '--final')).rejects.toThrow('there are rows in')
    })

    it('itself', async () => {
      await expect(copy(from, from)).rejects.toThrow('the same database')
    })

    it('a finished copy that has been used since', async () => {
      const to = await emptyPlace('server', 'folder')
      await copy(from, to, '--final')
      expect(await copy(from, to, '--final')).toContain('both sides are still the same')
      await expectInUse(to)
      await expect(copy(from, to, '--final')).rejects.toThrow(/This copy was finished at .* empty the target/)
    })

    it('a JSON release that was not migrated', async () => {
      const folder = await newFolder()
      await writeFile(join(folder, 'groups.json'), '{}')
      await expect(copy({ ...fullEnv, DATA_DIR: folder }, await emptyPlace('embedded', 'folder'))).rejects.toThrow(
        'groups.json',
      )
    })

    it('unknown arguments', async () => {
      const run = (...words: string[]) => runTransferCommand({ env: from, words, progress: () => undefined })
      await expect(run()).rejects.toThrow('No command given')
      await expect(run('move')).rejects.toThrow('Unknown command: move')
      await expect(run('copy')).rejects.toThrow('needs --to')
      await expect(run('copy', '--to', '/nowhere.env')).rejects.toThrow('no file /nowhere.env')
      await expect(run('copy', '--to', 'environment')).rejects.toThrow('TARGET_')
    })
  })
})
