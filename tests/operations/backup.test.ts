import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import fs, { mkdir, readdir, readFile, rm, stat, truncate, utimes, writeFile } from 'node:fs/promises'
import { syncBuiltinESMExports } from 'node:module'
import { hostname } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import { describe, expect, it, vi } from 'vitest'
import { runBackupCommand } from '#server/command-line/backup-command.ts'
import { readConfig } from '#server/config/config.ts'
import { backUp as makeBackup } from '#server/operations/backup/back-up.ts'
import { openPlace } from '#server/operations/open-place.ts'
import { ask } from '#tests/support/ask.ts'
import { fakeClock } from '#tests/support/fake-clock.ts'
import { makeImage } from '#tests/support/images/make-image.ts'
import { writeGroupsJson } from '#tests/support/installations/archive-files.ts'
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
  runBackup,
  source,
} from '#tests/support/installations/backups.ts'
import { expectExhibitions, fullEnv } from '#tests/support/installations/full-installation.ts'
import { isPublic, owner } from '#tests/support/manage.ts'
import { commandEnvironment, startProcess } from '#tests/support/servers/start-process.ts'
import { startApp, type TestApp } from '#tests/support/start-app.ts'
import { uploadGroup } from '#tests/support/upload.ts'

installationTests()

describe('npm run backup', () => {
  it('makes a second one at the same moment, as after the clock was set back', async () => {
    const [to, dataDir] = [await newFolder(), await ownCopy()]
    const clock = fakeClock('2026-03-04T12:00:00.000Z')
    const order = {
      config: readConfig(inFolder(dataDir)),
      version: '1',
      to,
      clock,
      keep: undefined,
      check: false,
      progress: () => undefined,
    }
    expect((await makeBackup(order)).folder).toBe(join(to, 'werkschau-2026-03-04T12-00-00-000Z'))
    expect((await makeBackup(order)).folder).toBe(join(to, 'werkschau-2026-03-04T12-00-00-001Z'))
  })

  it('has the photos of groups that wait in groups.json, beside those of rows', async () => {
    const dataDir = await ownCopy()
    const bytes = await makeImage()
    await writeFile(join(dataDir, 'upload', 'waits.jpg'), bytes)
    const group = { groupId: 'waits', uploadDate: '2026-01-01T00:00:00.000Z', images: [{ fileName: 'waits.jpg' }] }
    await writeGroupsJson(dataDir, { groups: [{ ...group, isApproved: true }] })
    const target = await newFolder()
    await restore(target, folderIn(await backUp(dataDir, await newFolder())), '--since-backup=keep')
    await using app = await startApp({ env: fullEnv, dataDir: target })
    expect(await isPublic(app, 'waits')).toBe(true)
    const photo = await app.fetch('/upload/waits.jpg')
    expect(Buffer.from(await photo.arrayBuffer())).toEqual(bytes)
    const { groups } = await ask(app, 'listGroups')
    for (const { images } of groups)
      for (const { filePath } of images) expect((await app.fetch(filePath)).status, filePath).toBe(200)
  })

  it('removes what it finds half made, but not what another machine may be making in the same folder', async () => {
    const [to, dataDir] = [await newFolder(), await ownCopy()]
    const names = [`.partial-7@${hostname()}`, '.partial-8@forgotten', '.partial-9@replica-2']
    for (const name of names) await mkdir(join(to, name))
    await utimes(join(to, '.partial-8@forgotten'), new Date('2026-01-01'), new Date('2026-01-01'))
    await backUp(dataDir, to)
    expect((await readdir(to)).filter((name) => name.startsWith('.'))).toEqual(['.partial-9@replica-2'])
  })

  it('contains everything, and a restore brings it back', async () => {
    const [to, dataDir] = [await newFolder(), await newFolder()]
    await writeFile(join(source.dataDir, 'groups.backup-2025.json'), '{}')
    const output = await backUp(source.dataDir, to)
    await rm(join(source.dataDir, 'groups.backup-2025.json'))
    expect(output).toMatch(/\n5 groups, 11 images; 25 files, .*\.$/)
    expect(await readdir(folderIn(output))).toEqual(
      expect.arrayContaining([
        'counters.db',
        'groups.backup-2025.json',
        'manifest.json',
        'previews',
        'upload',
        'werkschau.db',
      ]),
    )
    expect(await readdir(to)).toEqual([folderIn(output).slice(to.length + 1), 'withdrawals.jsonl'])

    expect(await restore(dataDir, folderIn(output), '--since-backup=keep')).toMatch(
      /^Restored the backup of .*: 5 groups, 11 images/,
    )
    expect(existsSync(join(dataDir, '.restore'))).toBe(false)
    expect(await expectWhole(dataDir)).toBe(11)
    await using app = await startApp({ env: fullEnv, dataDir })
    await expectExhibitions(app, source)
    expect((await app.fetch('/api/admin/groups', { headers: { cookie: source.admin.cookie } })).status).toBe(403)
    expect((await owner(app, source.groups[0]?.managementToken ?? '').view()).status).toBe(200)
    expect(
      (await owner(app, source.groups[0]?.managementToken ?? '', { address: source.bannedAddress }).view()).status,
    ).toBe(403)
  })

  it('is unreadable for other users', async () => {
    const to = join(await newFolder(), 'backups')
    const backup = folderIn(await backUp(source.dataDir, to))
    for (const path of [to, backup]) expect((await stat(path)).mode & 0o077, path).toBe(0)
    for (const name of ['werkschau.db', 'counters.db', 'manifest.json']) {
      expect((await stat(join(backup, name))).mode & 0o077, name).toBe(0)
    }
  })

  it('links files of the previous backup, and copies changed ones', async () => {
    const [to, dataDir] = [await newFolder(), await ownCopy()]
    const first = folderIn(await backUp(dataDir, to))
    const [changed = '', same = ''] = await readdir(join(dataDir, 'upload'))
    await writeFile(join(dataDir, 'upload', changed), Buffer.from('edited in place'))
    const second = folderIn(await backUp(dataDir, to, '--keep', '7'))
    const inode = async (backup: string, name: string) => (await stat(join(backup, 'upload', name))).ino
    expect(await inode(second, same)).toBe(await inode(first, same))
    expect(await inode(second, changed)).not.toBe(await inode(first, changed))
    expect(await readFile(join(second, 'upload', changed), 'utf8')).toBe('edited in place')
    await restore(await newFolder(), first, '--since-backup=keep')
  })

  it('with --check: copies files again that are damaged in the previous backup', async () => {
    const [to, dataDir] = [await newFolder(), await ownCopy()]
    const first = folderIn(await backUp(dataDir, to))
    const [name = ''] = await readdir(join(dataDir, 'upload'))
    const bytes = await readFile(join(first, 'upload', name))
    await writeFile(join(first, 'upload', name), Buffer.alloc(bytes.length))
    await restore(await newFolder(), folderIn(await backUp(dataDir, to, '--check')), '--since-backup=keep')
  })

  it('contains nothing deleted, and keeps as many as configured', async () => {
    const [to, dataDir] = [await newFolder(), await ownCopy()]
    const backups = [folderIn(await backUp(dataDir, to)), folderIn(await backUp(dataDir, to, '--keep', '2'))]
    await using app = await startApp({ env: fullEnv, dataDir })
    await owner(app, source.groups[0]?.managementToken ?? '').send('DELETE')
    const output = await backUp(dataDir, to, '--keep', '2')
    expect(output).toMatch(/^.*\n4 groups, 8 images/)
    expect(output).toContain(`Removed ${backups[0]}`)
    expect((await readdir(to)).filter((name) => name !== 'withdrawals.jsonl')).toEqual(
      [backups[1], folderIn(output)].map((path) => path?.slice(to.length + 1)),
    )
    const kept = Object.values(await filesBelow(folderIn(output))).map((bytes) =>
      Buffer.from(bytes, 'base64').toString('latin1'),
    )
    expect(kept.some((bytes) => bytes.includes(source.groups[0]?.managementToken ?? ''))).toBe(false)
  })

  it('names missing originals, and exits with 3 like the check', async () => {
    const [to, dataDir] = [await newFolder(), await ownCopy()]
    expect(await runBackup(dataDir, to)).toMatchObject({ exitCode: 0 })
    const [name = ''] = await readdir(join(dataDir, 'upload'))
    await rm(join(dataDir, 'upload', name))
    const { text, exitCode } = await runBackup(dataDir, to)
    expect(text).toContain(`Missing in the installation: upload/${name}`)
    expect(exitCode).toBe(3)
    await restore(await newFolder(), folderIn(text), '--since-backup=keep')
  })

  it('exits with 0 where only a preview is missing, which the next start makes', async () => {
    const [to, dataDir] = [await newFolder(), await ownCopy()]
    const [name = ''] = await readdir(join(dataDir, 'previews'))
    await rm(join(dataDir, 'previews', name))
    const { text, exitCode } = await runBackup(dataDir, to)
    expect(text).toContain(`Missing in the installation: previews/${name}`)
    expect(exitCode).toBe(0)
  })

  it('leaves room on its disk, and nothing of the attempt', async () => {
    const to = await newFolder()
    const full = vi.spyOn(fs, 'statfs').mockResolvedValue({ bavail: 1, bsize: 4_096 } as never)
    syncBuiltinESMExports()
    try {
      await expect(backUp(source.dataDir, to)).rejects.toThrow('no room: 128 MB must stay free')
    } finally {
      full.mockRestore()
      syncBuiltinESMExports()
    }
    expect(await readdir(to)).toEqual([])
  })

  it('is made once at a time', async () => {
    const [to, dataDir] = [await newFolder(), await ownCopy()]
    const attempts = await Promise.allSettled([backUp(dataDir, to), backUp(dataDir, to)])
    expect(attempts.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
    expect(await readdir(to)).toHaveLength(2)
  })

  it('leaves out a preview that is being made', async () => {
    const [to, dataDir] = [await newFolder(), await ownCopy()]
    const [name = ''] = await readdir(join(dataDir, 'previews'))
    {
      await using place = await openPlace(readConfig(inFolder(dataDir)))
      await place.database.planFileRemovals([{ kind: 'preview', name }], 60_000)
    }
    const backup = folderIn(await backUp(dataDir, to))
    expect(await readdir(join(backup, 'previews'))).not.toContain(name)
  })

  it('refuses a damaged database, and leaves no backup behind', async () => {
    const [to, dataDir] = [await newFolder(), await ownCopy()]
    const { size } = await stat(join(dataDir, 'werkschau.db'))
    await truncate(join(dataDir, 'werkschau.db'), Math.floor(size / 2))
    await expect(backUp(dataDir, to)).rejects.toThrow(/malformed|damaged/)
    expect(await readdir(to)).toEqual([])
  })

  it('refuses unknown arguments', async () => {
    const run = (words: string[]) => runBackupCommand({ env: inFolder('/nowhere'), words, progress: () => undefined })
    await expect(run([])).rejects.toThrow('--to is missing')
    await expect(run(['--to', '/x', '--keep', 'all'])).rejects.toThrow('--keep all is not a number')
  })

  it('is consistent at any time, while photos are added and deleted', async () => {
    const [to, dataDir] = [await newFolder(), await newFolder()]
    await using service = await startProcess({ ...inFolder(dataDir), LOG_LEVEL: 'info' })
    const app = { fetch: (path: string, init?: RequestInit) => fetch(new URL(path, service.url), init) } as TestApp
    const bytes = await makeImage({ width: 20, height: 20 })
    const files = Array.from({ length: 3 }, (_, n) => ({ name: `${n}.jpg`, bytes }))
    const tokens: string[] = []
    let stop = false
    const upload = async () => {
      while (!stop) {
        tokens.push((await uploadGroup(app, { files })).managementToken)
        // At full speed the load would slow down the backups.
        await sleep(20)
      }
    }
    const remove = async () => {
      while (!stop) {
        if (tokens.length > 4) await owner(app, tokens.shift() as string).send('DELETE')
        else await sleep(20)
      }
    }
    const traffic = Promise.all([upload(), remove()])
    const backups: string[] = []
    while (backups.length < 2) {
      const child = spawn(process.execPath, ['server/start/backup.ts', '--to', to], {
        env: commandEnvironment(inFolder(dataDir)),
        stdio: ['ignore', 'pipe', 'inherit'],
      })
      const [output, [code]] = await Promise.all([text(child.stdout), once(child, 'exit')])
      expect(code).toBe(0)
      expect(output).not.toContain('Missing')
      backups.push(folderIn(output))
    }
    stop = true
    await traffic
    for (const backup of backups) {
      const target = await newFolder()
      await restore(target, backup, '--since-backup=keep')
      await expectWhole(target)
    }
  })
})
