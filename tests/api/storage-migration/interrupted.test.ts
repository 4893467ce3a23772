import { readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { beforeEach, describe, expect, it } from 'vitest'
import { systemClock } from '#server/adapters/clock/system-clock.ts'
import { openJsonGroupArchive } from '#server/adapters/json/json-group-archive.ts'
import { present } from '#tests/support/at-least.ts'
import { jsonFiles, writeGroupsJson } from '#tests/support/installations/archive-files.ts'
import { uploadGroup } from '#tests/support/upload.ts'
import { full, migratingService } from './migrating-service.ts'

const service = migratingService()

describe('a groups.json that another replica takes while this one reads it', () => {
  const takenAway = () => {
    const archive = openJsonGroupArchive(service.dataDir, systemClock)
    return {
      ...archive,
      async read(...input: Parameters<typeof archive.read>) {
        await rm(join(service.dataDir, 'groups.json'), { force: true })
        return archive.read(...input)
      },
    }
  }
  beforeEach(() => writeGroupsJson(service.dataDir, { groups: [full] }))

  it('is not a database failure', async () => {
    await service.start({ overrides: { archive: takenAway() } })
    expect(await service.health()).toMatchObject({
      status: 200,
      body: { database: { healthy: true } },
    })
  })

  it('is not a failed migration', async () => {
    await service.start({ overrides: { archive: takenAway() } })
    expect((await service.feed()).status).toBe(200)
    expect(service.app.logged()).not.toContain('failed')
  })
})

describe('after a crash', () => {
  it('during a rollback, the next start removes its partial file', async () => {
    await writeFile(join(service.dataDir, 'groups.0000-1111.tmp'), '{"rollbackId":"0000-1111","groups":[')
    const _app = await service.start({ jobs: true })
    await expect.poll(() => jsonFiles(service.dataDir)).toEqual([])
  })

  it('between commit and rename, the file is archived and not migrated again', async () => {
    await writeGroupsJson(service.dataDir, { groups: [full] })
    await service.start()
    const { database, archive } = service.app.app.deps
    const text = await readFile(join(service.dataDir, 'groups.json'))
    await service.feed()
    const [backup] = await jsonFiles(service.dataDir)
    await rm(join(service.dataDir, present(backup)))
    await writeFile(join(service.dataDir, 'groups.json'), text)
    const { digest } = await archive.read(async () => undefined)
    await database.transaction((tx) =>
      tx.serviceState.set(
        'storage_migration',
        JSON.stringify({ lastMigration: null, migrated: digest, rollback: null }),
      ),
    )
    expect((await service.migrate()).body.groupsMigrated).toBe(0)
    expect((await service.feed()).body.totalCount).toBe(1)
    expect(await jsonFiles(service.dataDir)).toEqual([expect.stringContaining('backup')])
  })

  it('between the rename and its record, the same file is migrated again after a rollback', async () => {
    await writeGroupsJson(service.dataDir, { groups: [full] })
    await service.start()
    const { database, archive } = service.app.app.deps
    const text = await readFile(join(service.dataDir, 'groups.json'))
    const { digest } = await archive.read(async () => undefined)
    await service.feed()
    await database.transaction((tx) => tx.serviceState.set('storage_migration', JSON.stringify({ migrated: digest })))
    await service.rollback()
    await writeFile(join(service.dataDir, 'groups.json'), text)
    expect((await service.feed()).body.totalCount).toBe(1)
  })

  it('between publishing groups.json and the end of a rollback, the groups are still in the database', async () => {
    await service.start()
    await uploadGroup(service.app)
    await service.rollback()
    const text = await readFile(join(service.dataDir, 'groups.json'), 'utf8')
    await service.feed()
    await writeFile(join(service.dataDir, 'groups.json'), text)
    const { database } = service.app.app.deps
    await database.transaction((tx) =>
      tx.serviceState.set('storage_migration', JSON.stringify({ rollback: JSON.parse(text).rollbackId })),
    )
    expect((await service.migrate()).body.groupsMigrated).toBe(0)
    expect(await jsonFiles(service.dataDir)).toEqual([expect.stringContaining('backup')])
    expect(await database.groups.any()).toBe(true)
  })
})
