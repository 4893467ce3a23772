import fs, { readFile, rename, rm, writeFile } from 'node:fs/promises'
import { syncBuiltinESMExports } from 'node:module'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { describe, expect, inject, it, vi } from 'vitest'
import { openLedgerCopy } from '#server/operations/backup/ledger-copy.ts'
import { keepLedger } from '#server/operations/withdrawals/ledger.ts'
import { backUp, folderIn, newFolder, restore } from '#tests/support/installations/backups.ts'
import { fullEnv } from '#tests/support/installations/full-installation.ts'
import { isPublic, ownGroup } from '#tests/support/manage.ts'
import { startBotApi } from '#tests/support/servers/bot-api.ts'
import { startApp, type TestApp } from '#tests/support/start-app.ts'

describe.runIf(inject('engine') === 'sqlite')('the ledger beside the backups', () => {
  const linesIn = async (folder: string) =>
    (await readFile(join(folder, 'withdrawals.jsonl'), 'utf8')).split('\n').filter((line) => line !== '')

  it('has what was withdrawn since the last backup: nothing of it is shown after the data folder is lost', async () => {
    const to = await newFolder()
    const env = { ...fullEnv, BACKUP_DIR: to }
    await using app = await startApp({ env })
    const groups = []
    for (let n = 0; n < 6; n++) groups.push(await ownGroup(app))
    const backup = folderIn(await backUp(app.dataDir, to))
    const keep = await keepLedger(app.app.deps, openLedgerCopy(app.app.deps))
    await keep()
    const [kept, ...withdrawn] = groups
    const known = (await linesIn(to)).length
    for (const [n, { owner }] of withdrawn.entries()) {
      const revoke = { consentType: 'workshop', action: 'revoke' }
      const { status } = n % 2 === 0 ? await owner.send('DELETE') : await owner.send('PUT', '/consents', revoke)
      expect(status).toBe(200)
    }
    expect(await linesIn(to)).toHaveLength(known + withdrawn.length)
    // Killed, with nothing of its disk left.
    const lost = `${app.dataDir}-lost`
    await rename(app.dataDir, lost)
    const fresh = await newFolder()
    await expect(restore(fresh, backup)).rejects.toThrow('--since-backup=unapprove (recommended')
    expect(await restore(fresh, backup, '--since-backup=keep')).toContain('copy of the ledger beside the backups')
    await using restored = await startApp({ env: fullEnv, dataDir: fresh })
    expect(await isPublic(restored, kept?.groupId ?? '')).toBe(true)
    for (const { groupId } of withdrawn) expect(await isPublic(restored, groupId)).toBe(false)
    await rename(lost, app.dataDir)
  })

  it('tells the team of a gap, keeps no withdrawal waiting, and gets the rest later', async () => {
    await using bot = await startBotApi()
    const to = join(await newFolder(), 'backups')
    await writeFile(to, 'no folder')
    await using app = await startApp({ env: { ...bot.env, MESSENGER_LANGUAGE: 'en', BACKUP_DIR: to } })
    const keep = await keepLedger(app.app.deps, openLedgerCopy(app.app.deps))
    const { owner, groupId } = await ownGroup(app)
    for (let n = 0; n < 3; n++) await keep()
    expect((await owner.send('DELETE')).status).toBe(200)
    await rm(to)
    await keep()
    expect((await linesIn(to)).at(-1)).toContain(groupId)
    app.app.startJobs()
    const isOfGap = (text: string) => text.includes('cannot be written beside the backups')
    await expect.poll(() => bot.texts().filter(isOfGap)).toHaveLength(1)
  })

  describe('where its disk is slow', () => {
    async function copyOf(app: TestApp) {
      const { deps } = app.app
      const copy = openLedgerCopy(deps)
      await copy?.complete()
      const entries = (await deps.database.withdrawals.all()).slice(0, 1)
      return async (times: number) => {
        for (let n = 0; n < times; n++) await copy?.append('any', entries)
      }
    }

    async function opening(open: typeof fs.open, work: () => Promise<void>): Promise<number> {
      const opened = vi.spyOn(fs, 'open').mockImplementation(open)
      syncBuiltinESMExports()
      try {
        await work()
        return opened.mock.calls.length
      } finally {
        opened.mockRestore()
        syncBuiltinESMExports()
      }
    }

    it('waits for one that takes 0.1 s', async () => {
      const to = await newFolder()
      await using app = await startApp({ env: { BACKUP_DIR: to } })
      const append = await copyOf(app)
      const known = (await linesIn(to)).length
      const open = fs.open
      await opening(
        (...args) => sleep(100).then(() => open(...args)),
        () => append(3),
      )
      expect(await linesIn(to)).toHaveLength(known + 3)
    })

    it('holds one request where it hangs, and no further ones', async () => {
      await using app = await startApp({ env: { BACKUP_DIR: await newFolder() } })
      const append = await copyOf(app)
      expect(
        await opening(
          () => new Promise(() => undefined),
          () => append(20),
        ),
      ).toBe(1)
    })
  })
})
