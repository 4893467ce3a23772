import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { cp, mkdir, mkdtemp, readdir, readFile, rm, truncate, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { readConfig } from '#server/config/config.ts'
import { type Manifest, readManifest } from '#server/operations/backup/manifest.ts'
import { openPlace } from '#server/operations/open-place.ts'
import {
  backUp,
  expectWhole,
  filesBelow,
  folderIn,
  inFolder,
  installationTests,
  newFolder,
  ownCopy,
  restore,
  source,
} from '#tests/support/installations/backups.ts'
import { commandEnvironment, startProcess } from '#tests/support/servers/start-process.ts'

installationTests()

describe('npm run restore', () => {
  let to: string
  let backup: string
  let manifest: Manifest
  beforeAll(async () => {
    to = await mkdtemp(join(tmpdir(), 'werkschau-backups-'))
    backup = folderIn(await backUp(source.dataDir, to))
    manifest = await readManifest(backup)
  })
  afterAll(() => rm(to, { recursive: true, force: true }))

  async function brokenBackup(): Promise<string> {
    const copy = join(await newFolder(), 'copy')
    await cp(backup, copy, { recursive: true })
    return copy
  }

  it('refuses to replace data without --replace', async () => {
    const dataDir = await ownCopy()
    const before = await filesBelow(dataDir)
    await expect(restore(dataDir, backup)).rejects.toThrow('With --replace')
    expect(await filesBelow(dataDir)).toEqual(before)
    expect(await restore(dataDir, backup, '--replace')).toContain('Restored')
    expect(await expectWhole(dataDir)).toBe(11)
    expect((await readdir(dataDir)).filter((name) => name.startsWith('.'))).toEqual([])
  })

  it('refuses while the service runs', async () => {
    const dataDir = await ownCopy()
    await using _service = await startProcess({ ...inFolder(dataDir), LOG_LEVEL: 'info' })
    await expect(restore(dataDir, backup, '--replace')).rejects.toThrow('The service is running')
  })

  it.each<[string, (copy: string) => Promise<unknown>, RegExp]>([
    ['a photo that is missing', (copy) => rm(join(copy, manifest.files[0]?.path ?? '')), /is missing$/],
    [
      'a photo with a flipped bit',
      async (copy) => {
        const path = join(copy, manifest.files[0]?.path ?? '')
        const bytes = await readFile(path)
        bytes[10] = (bytes[10] as number) ^ 1
        await writeFile(path, bytes)
      },
      /has other bytes$/,
    ],
    ['a truncated photo', (copy) => truncate(join(copy, manifest.files[0]?.path ?? ''), 5), /has 5 bytes instead/],
    ['a database that was cut off', (copy) => truncate(join(copy, 'werkschau.db'), 4_096), /has 4096 bytes instead/],
    ['a manifest that is missing', (copy) => rm(join(copy, 'manifest.json')), /manifest.json is missing$/],
    ['a manifest that was cut off', (copy) => truncate(join(copy, 'manifest.json'), 300), /is not valid JSON$/],
    [
      'a manifest with a path outside',
      (copy) =>
        writeFile(
          join(copy, 'manifest.json'),
          JSON.stringify({ ...manifest, files: [{ ...manifest.files[0], path: '../../etc/passwd' }] }),
        ),
      /is not what this release writes$/,
    ],
    [
      'a row without a file in the manifest',
      (copy) =>
        writeFile(
          join(copy, 'manifest.json'),
          JSON.stringify({ ...manifest, files: manifest.files.filter(({ path }) => !path.startsWith('upload/')) }),
        ),
      /belongs to a row but is not in the backup$/,
    ],
  ])('refuses %s, and leaves the data as it is', async (_name, damage, message) => {
    const [dataDir, copy] = [await ownCopy(), await brokenBackup()]
    const before = await filesBelow(dataDir)
    await damage(copy)
    await expect(restore(dataDir, copy, '--replace')).rejects.toThrow(message)
    const after = await filesBelow(dataDir)
    const prepared = Object.keys(after).filter((path) => path.startsWith('.restore/'))
    for (const path of prepared) delete after[path]
    expect(Object.keys(after)).toEqual(Object.keys(before))
    expect(await expectWhole(dataDir)).toBe(11)
  })

  it.each(['writeFile:1', 'renameSync:1', 'renameSync:3', 'renameSync:4', 'renameSync:8', 'renameSync:9', 'rmSync:1'])(
    'killed at %s: the old data or the new',
    async (killAt) => {
      const dataDir = await ownCopy()
      await rm(join(dataDir, 'counters.db'))
      await writeFile(join(dataDir, 'groups.backup-old.json'), 'of the old data')
      await mkdir(join(dataDir, 'upload'), { recursive: true })
      await writeFile(join(dataDir, 'upload', 'old.jpg'), 'of the old data')
      const child = spawn(
        process.execPath,
        ['--import', './tests/operations/killed-at.ts', 'server/start/restore.ts', '--from', backup, '--replace'],
        {
          env: commandEnvironment({ ...inFolder(dataDir), KILL_AT: killAt }),
          stdio: ['ignore', 'ignore', 'inherit'],
        },
      )
      expect(await once(child, 'exit')).toEqual([null, 'SIGKILL'])
      // Whatever opens the data folder next, such as the service.
      await (await openPlace(readConfig(inFolder(dataDir))))[Symbol.asyncDispose]()
      const isOld = existsSync(join(dataDir, 'upload', 'old.jpg'))
      expect(isOld).toBe(killAt.startsWith('writeFile'))
      expect(existsSync(join(dataDir, 'groups.backup-old.json'))).toBe(isOld)
      expect(existsSync(join(dataDir, 'counters.db'))).toBe(!isOld)
      if (isOld) return
      expect(await expectWhole(dataDir)).toBe(11)
      expect(existsSync(join(dataDir, '.restore'))).toBe(false)
    },
  )
})
