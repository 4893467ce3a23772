import { spawn } from 'node:child_process'
import { mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ledgerFile } from '#server/adapters/files/ledger/disk-withdrawal-ledger.ts'
import { openLedger } from '#server/adapters/open/open-ledger.ts'
import { adminCommand } from '#server/command-line/admin-command.ts'
import { UsageError } from '#server/command-line/run-command.ts'
import { readConfig } from '#server/config/config.ts'
import { adminCredentials, login, loginAsAdmin, loginAsNew, post } from '#tests/support/admin.ts'
import { commandEnvironment } from '#tests/support/servers/start-process.ts'
import { startApp, type TestApp } from '#tests/support/start-app.ts'

let app: TestApp
beforeAll(async () => {
  app = await startApp()
})
afterAll(async () => {
  await app[Symbol.asyncDispose]()
})

const typed = 'typed by hand'
const run = async (...words: string[]) => adminCommand(words)({ ...app.app.deps, readPassword: async () => typed })

/** The command as a process: while the service runs, or on the data of a service that has stopped. */
async function npmRunAdmin(words: string[], stdin = '', { dataDir } = app) {
  const child = spawn(process.execPath, ['server/start/admin.ts', ...words], {
    env: commandEnvironment({ DATA_DIR: dataDir }),
  })
  child.stdin.end(stdin)
  const ended = new Promise<number | null>((resolve) => child.on('close', resolve))
  const [out, error, code] = await Promise.all([text(child.stdout), text(child.stderr), ended])
  return { out, error, code }
}

describe('npm run admin', () => {
  it('create: adds the first admin while the service runs, with a password from standard input', async () => {
    const { out, error, code } = await npmRunAdmin(
      ['create', adminCredentials.username],
      `${adminCredentials.password}\n`,
    )
    expect({ out, error, code }).toEqual({ out: 'Created admin (admin).\n', error: '', code: 0 })
    expect(await (await app.fetch('/auth/setup/status')).json()).toMatchObject({ needsSetup: false })
    expect((await login(app, adminCredentials)).user.role).toBe('admin')
  })

  it('prints errors to standard error', async () => {
    const taken = await npmRunAdmin(['create', 'ADMIN'], 'long enough\n')
    expect(taken).toEqual({ out: '', error: 'The user name ADMIN is taken\n', code: 1 })
    expect(await npmRunAdmin(['create', 'anna'])).toMatchObject({
      code: 1,
      error: expect.stringContaining('No password'),
    })
    expect(await npmRunAdmin([])).toMatchObject({ code: 2, error: expect.stringContaining('reset-password <name>') })
  })

  it('has a withdrawal in the ledger when it ends, even if the service is not running', async () => {
    await using stopped = await startApp()
    const { user } = await loginAsNew(stopped, { username: 'mira' })
    await stopped.stop()
    expect(await npmRunAdmin(['disable', 'mira'], '', stopped)).toMatchObject({ code: 0 })
    await using ledger = await openLedger(readConfig({ DATA_DIR: stopped.dataDir }))
    expect((await ledger.read())?.entries.at(-1)).toMatchObject({ kind: 'account_disabled', userId: user.id })
  })

  it('is not prevented by a ledger that cannot be written', async () => {
    await using stopped = await startApp()
    await loginAsNew(stopped, { username: 'mira' })
    await stopped.stop()
    await rm(join(stopped.dataDir, ledgerFile), { force: true })
    await mkdir(join(stopped.dataDir, ledgerFile))
    const disabled = await npmRunAdmin(['disable', 'mira'], '', stopped)
    expect(disabled).toEqual({ out: 'Disabled mira.\n', error: '', code: 0 })
  })
})

describe('create', () => {
  it('asks for the password', async () => {
    expect(await run('create', 'berta', '--role', 'auditor')).toBe('Created berta (auditor).')
    expect((await login(app, { username: 'berta', password: typed })).user.role).toBe('auditor')
  })

  it('prints a generated one that must be changed', async () => {
    const password = /: (\S{16})$/.exec(await run('create', 'carla', '--generate'))?.[1] ?? ''
    expect((await login(app, { username: 'carla', password })).user).toMatchObject({
      role: 'admin',
      requiresPasswordChange: true,
    })
  })
})

describe('reset-password', () => {
  it('ends the sessions of the user and sets the password', async () => {
    const session = await loginAsNew(app, { username: 'dora' })
    expect(await run('reset-password', 'DORA')).toBe('Set the password of dora.')
    expect((await session.fetch('/auth/csrf-token')).status).toBe(403)
    expect((await post(app, '/auth/login', { ...adminCredentials, username: 'dora' })).status).toBe(401)
    expect((await login(app, { username: 'dora', password: typed })).user.requiresPasswordChange).toBe(false)
    expect((await (await loginAsAdmin(app)).fetch('/auth/csrf-token')).status).toBe(200)
  })

  it('prints a generated one that must be changed', async () => {
    const password = /: (\S{16})$/.exec(await run('reset-password', 'dora', '--generate'))?.[1] ?? ''
    expect((await login(app, { username: 'dora', password })).user.requiresPasswordChange).toBe(true)
  })

  it('needs a user that exists', async () => {
    await expect(run('reset-password', 'nobody')).rejects.toMatchObject({ code: 'USER_NOT_FOUND' })
  })
})

describe('set-role, disable, enable, delete', () => {
  it('change an account and end its sessions', async () => {
    const session = await loginAsNew(app, { username: 'emil' })
    const isOpen = async () => (await session.fetch('/auth/csrf-token')).status === 200
    expect(await run('set-role', 'EMIL', 'moderator')).toBe('emil is moderator now.')
    expect(await isOpen()).toBe(false)
    const status = async () => (await post(app, '/auth/login', { ...adminCredentials, username: 'emil' })).status
    expect(await run('disable', 'emil')).toBe('Disabled emil.')
    expect(await status()).toBe(401)
    expect(await run('list')).toContain(`emil\tmoderator\tsince ${new Date().toISOString().slice(0, 10)}\tdisabled`)
    expect(await run('enable', 'emil')).toBe('Enabled emil.')
    expect(await status()).toBe(200)
    expect(await run('delete', 'emil')).toBe('Deleted emil.')
    expect(await status()).toBe(401)
  })

  it('need a user that exists', async () => {
    for (const words of [
      ['set-role', 'nobody', 'admin'],
      ['disable', 'nobody'],
      ['enable', 'nobody'],
      ['delete', 'nobody'],
    ]) {
      await expect(run(...words)).rejects.toMatchObject({ code: 'USER_NOT_FOUND' })
    }
  })

  it('leave the last enabled admin', async () => {
    await using house = await startApp()
    await loginAsAdmin(house)
    const deps = { ...house.app.deps, readPassword: async () => typed }
    for (const words of [
      ['set-role', 'admin', 'auditor'],
      ['disable', 'admin'],
      ['delete', 'admin'],
    ]) {
      await expect(adminCommand(words)(deps)).rejects.toMatchObject({ code: 'LAST_ADMIN' })
    }
  })
})

describe('list', () => {
  it('shows name, role, day of creation, and whose password is to be changed', async () => {
    const today = new Date().toISOString().slice(0, 10)
    expect((await run('list')).split('\n')).toEqual([
      `admin\tadmin\tsince ${today}`,
      `berta\tauditor\tsince ${today}`,
      `carla\tadmin\tsince ${today}\tmust change password`,
      `dora\tadmin\tsince ${today}\tmust change password`,
    ])
  })
})

describe('an invalid command', () => {
  it.each([
    [],
    ['remove', 'anna'],
    ['create'],
    ['create', 'anna', 'berta'],
    ['create', 'anna', '--role', 'root'],
    ['set-role', 'admin'],
    ['set-role', 'admin', 'root'],
    ['disable', 'admin', 'berta'],
    ['disable'],
    ['constructor', 'admin'],
    ['list', 'admin'],
    ['list', '--generate'],
    ['disable', 'berta', '--generate'],
    ['set-role', 'berta', 'auditor', '--role=moderator'],
    ['reset-password', 'berta', '--role=moderator'],
    ['create', 'anna', '--password', 'secret'],
  ])('%s %s %s %s: nothing happens', async (...words) => {
    await expect(run(...words.filter((word) => word !== undefined))).rejects.toThrow(UsageError)
    expect(await app.app.deps.database.users.findByName('anna')).toBeUndefined()
  })
})
