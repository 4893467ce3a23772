import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { commandEnvironment } from '#tests/support/servers/start-process.ts'
import { startApp, type TestApp } from '#tests/support/start-app.ts'

let app: TestApp
let folder: string
const inFolder = (name: string) => join(folder, name)
beforeAll(async () => {
  app = await startApp()
  folder = await mkdtemp(join(tmpdir(), 'werkschau-commands-'))
  await writeFile(inFolder('file'), '')
})
afterAll(async () => {
  await app[Symbol.asyncDispose]()
  await rm(folder, { recursive: true, force: true })
})

/** `npm run <command>` with the data of the service. */
async function run(command: string, words: readonly string[], dataDir = app.dataDir) {
  const child = spawn(process.execPath, [`server/start/${command}.ts`, ...words], {
    env: commandEnvironment({ DATA_DIR: dataDir }),
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const ended = new Promise<number | null>((resolve) => child.on('close', resolve))
  const [out, error, code] = await Promise.all([text(child.stdout), text(child.stderr), ended])
  return { out, error, code }
}

describe('a command', () => {
  it.each([
    ['a file as the folder of backups', 'backup', () => ['--to', inFolder('file')]],
    ['a folder of backups below a file', 'backup', () => ['--to', inFolder('file/backups')]],
    ['a folder of backups that nobody can make', 'backup', () => ['--to', '/proc/backups']],
    ['a file of settings that is missing', 'admin', () => ['settings', 'import', inFolder('none')]],
  ])('names %s and why it cannot be used, in one line', async (_what, command, words) => {
    const { out, error, code } = await run(command, words())
    expect({ out, code }).toEqual({ out: '', code: 1 })
    expect(error).toMatch(/^E\w+: .+\n$/)
    expect(error).toContain(words().at(-1))
  })

  it('names a DATA_DIR that cannot be restored into, in one line', async () => {
    const backups = inFolder('backups')
    const [backup = ''] = (await run('backup', ['--to', backups])).out.split('\n')
    for (const dataDir of [inFolder('file'), inFolder('file/data')]) {
      const { error, code } = await run('restore', ['--from', backup, '--since-backup=keep'], dataDir)
      expect(code).toBe(1)
      expect(error).toMatch(/^E\w+: .+\n$/)
      expect(error).toContain(dataDir)
    }
  })

  it.each([
    ['admin', [], 'No command given'],
    ['admin', ['frobnicate'], 'Unknown command: frobnicate'],
    ['admin', ['disable'], 'disable needs the name of a user'],
    ['maintenance', [], 'No command given'],
    ['transfer', [], 'No command given'],
  ])('%s %j lists the commands, also where there is no installation', async (command, words, message) => {
    const { error, code } = await run(command, words, inFolder('none'))
    expect(code).toBe(2)
    expect(error).toContain(`${message}\n\nnpm run ${command} --`)
    expect(existsSync(inFolder('none'))).toBe(false)
  })

  it.each([
    ['backup', ['--to', ''], '--to is missing'],
    ['restore', ['--from', ''], '--from is missing'],
    ['transfer', ['copy', '--to', ''], 'copy needs --to'],
    ['transfer', ['copy', '--to', '.'], 'There is no file .'],
  ])('%s %j says what is wrong and how to use it', async (command, words, message) => {
    const { error, code } = await run(command, words)
    expect(code).toBe(2)
    expect(error).toContain(`${message}\n\nnpm run ${command} --`)
  })
})
