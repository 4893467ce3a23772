import { readdir } from 'node:fs/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { readConfig } from '#server/config/config.ts'
import { backupsIn } from '#server/operations/backup/manifest.ts'
import { openPlace } from '#server/operations/open-place.ts'
import {
  expectWhole,
  inFolder,
  installationTests,
  newFolder,
  ownCopy,
  restore,
} from '#tests/support/installations/backups.ts'
import { startProcess } from '#tests/support/servers/start-process.ts'

installationTests()

const wishOf = async (dataDir: string, change?: string) => {
  await using place = await openPlace(readConfig(inFolder(dataDir)))
  if (change !== undefined) {
    await place.database.transaction((tx) => tx.serviceState.set('backup_requested', change))
  }
  return await place.database.serviceState.get('backup_requested')
}
const leftovers = async (to: string) => (await readdir(to)).filter((name) => name.startsWith('.partial-'))

describe('a service that is killed while it makes a backup', () => {
  it('leaves none that counts; the next start makes it, and removes what is left', async () => {
    const [dataDir, to] = [await ownCopy(), await newFolder()]
    await wishOf(dataDir, 'asked for')
    const env = { ...inFolder(dataDir), BACKUP_DIR: to, LOG_LEVEL: 'info' }
    {
      await using service = await startProcess(env)
      while ((await leftovers(to)).length === 0) await sleep(1)
      await service.stop('SIGKILL')
    }
    // Its process ends with it.
    const left = await readdir(to)
    await sleep(1_000)
    expect(await readdir(to)).toEqual(left)
    expect(await backupsIn(to)).toEqual([])
    expect(await wishOf(dataDir)).toBe('asked for')

    await using service = await startProcess(env)
    await expect.poll(async () => (await backupsIn(to)).length).toBe(1)
    await expect.poll(() => wishOf(dataDir)).toBeUndefined()
    await service.stop()
    expect(await leftovers(to)).toEqual([])
    const target = await newFolder()
    await restore(target, (await backupsIn(to))[0] ?? '', '--since-backup=keep')
    expect(await expectWhole(target)).toBe(11)
  })
})
