import { execFile } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { type AddressInfo, createServer } from 'node:net'
import { networkInterfaces, tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { bucketVariables, newBucket } from './support/servers/buckets.ts'
import { newDatabase } from './support/servers/databases.ts'
import { serviceProgram } from './support/servers/service-program.ts'
import { sharedService } from './support/servers/shared-service.ts'
import { commandEnvironment, spawnService, startProcess } from './support/servers/start-process.ts'

const run = promisify(execFile)
const server = await sharedService('postgres')
const s3 = await sharedService('s3')
let dataDir: string
const isIpv6Here = () => Object.values(networkInterfaces()).some((all) => all?.some(({ address }) => address === '::1'))
beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'werkschau-start-'))
})
afterAll(() => rm(dataDir, { recursive: true, force: true }))

/** The end of a failed start: what the supervisor sees and the operator reads. */
async function failedStart(env: Readonly<Record<string, string>>): Promise<{ code: number; stderr: string }> {
  const all = { PATH: process.env.PATH ?? '', HOST: '127.0.0.1', DATA_DIR: dataDir, ...env }
  const ended = await run(process.execPath, [serviceProgram()], { env: all, timeout: 60_000 }).catch((error) => error)
  return { code: ended.code, stderr: ended.stderr }
}

describe('a start that fails', () => {
  it('names the port in use, with exit code 1', async () => {
    await using other = createServer().listen(0, '127.0.0.1')
    await once(other, 'listening')
    const { port } = other.address() as AddressInfo
    expect(await failedStart({ PORT: String(port) })).toEqual({
      code: 1,
      stderr: `The configuration is invalid:\n  HOST 127.0.0.1, PORT ${port} cannot be listened on: address already in use (EADDRINUSE)\n`,
    })
  })

  it('names the address that the machine does not have', async () => {
    const { code, stderr } = await failedStart({ PORT: '0', HOST: '192.0.2.1' })
    expect(code).toBe(1)
    expect(stderr).toMatch(/ {2}HOST 192\.0\.2\.1, PORT 0 cannot be listened on: .+ \(EADDRNOTAVAIL\)\n$/)
  })

  it('names each wrong setting', async () => {
    const { code, stderr } = await failedStart({ PORT: 'eighty' })
    expect(code).toBe(1)
    expect(stderr).toMatch(/^The configuration is invalid:\n {2}PORT .+\n$/)
  })

  /** One sentence without a stack. */
  async function expectSentence(env: Readonly<Record<string, string>>, sentence: RegExp): Promise<void> {
    const { code, stderr } = await failedStart({ PORT: '0', ...env })
    expect(stderr).toMatch(sentence)
    expect(stderr.trim().split('\n')).toHaveLength(1)
    expect(code).toBe(1)
  }

  it('names a data folder that is not a folder', async () => {
    const file = join(dataDir, 'file')
    await writeFile(file, '')
    await expectSentence({ DATA_DIR: file }, /^DATA_DIR .*\/file cannot be used: .* \(EEXIST|ENOTDIR\)/)
  })

  it.skipIf(process.platform !== 'linux')('names a data folder that is not writable', async () => {
    const sentence = /^DATA_DIR \/sys\/werkschau cannot be used: .* \((EPERM|EACCES|EROFS)\)/
    await expectSentence({ DATA_DIR: '/sys/werkschau' }, sentence)
  })

  it.skipIf(process.platform !== 'linux')('ends at once where no folder can be made', async () => {
    for (const folder of ['/proc/nope', '/proc/nope/data']) {
      await expectSentence({ DATA_DIR: folder }, /^DATA_DIR \/proc\/nope\S* cannot be used: .* \(ENOENT\)/)
    }
  })

  it('says which Node it needs, and how to get it', async () => {
    const older = `data:text/javascript,Object.defineProperty(process.versions,'node',{value:'20.20.2'})`
    await expectSentence(
      { NODE_OPTIONS: `--import=${older}` },
      /^Werkschau needs Node\.js 26 or newer, this is 20\.20\.2: run npm start, .* node_modules\/\.bin\/node$/m,
    )
  })

  it('names a data folder with a damaged database', async () => {
    const folder = join(dataDir, 'damaged')
    await mkdir(folder)
    await writeFile(join(folder, 'werkschau.db'), 'no database at all'.repeat(100))
    await expectSentence({ DATA_DIR: folder }, /^DATA_DIR .*damaged: the database cannot be opened: .*SQLITE_NOTADB/)
  })

  it('refuses a data folder in use, but starts there after a crash', async () => {
    const folder = join(dataDir, 'in-use')
    {
      await using first = await startProcess({ DATA_DIR: folder })
      await expectSentence({ DATA_DIR: folder }, /^DATA_DIR .*in-use is in use by another process of the service/)
      expect((await fetch(`${first.url}/health`)).status).toBe(200)
    }
    await using again = await startProcess({ DATA_DIR: folder })
    expect((await fetch(`${again.url}/health`)).status).toBe(200)
  }, 60_000)

  it.skipIf(server === undefined)('names a database that does not exist or cannot be reached', async () => {
    if (server === undefined) return
    await using database = await newDatabase(server)
    const url = new URL(database.url)
    url.pathname = '/unknown'
    const env = { ADMIN_SESSION_SECRET: 'x'.repeat(40) }
    await expectSentence({ ...env, DATABASE_URL: url.href }, /^DATABASE_URL: the database cannot be used: .*unknown/)
    url.port = '1'
    await expectSentence(
      { ...env, DATABASE_URL: url.href },
      /^DATABASE_URL: the database cannot be used: .*ECONNREFUSED/,
    )
  })

  it.skipIf(s3 === undefined)(
    'names the bucket, the key or the secret that is wrong',
    async () => {
      if (s3 === undefined) return
      const right = bucketVariables(await newBucket(s3))
      await expectSentence({ ...right, S3_BUCKET: 'unknown' }, /^S3_BUCKET: there is no such bucket/)
      await expectSentence({ ...right, S3_ACCESS_KEY_ID: 'unknown' }, /^S3_ACCESS_KEY_ID: .*InvalidAccessKeyId/)
      await expectSentence({ ...right, S3_SECRET_ACCESS_KEY: 'wrong' }, /^S3_SECRET_ACCESS_KEY .*SignatureDoesNotMatch/)
    },
    60_000,
  )
})

describe('a start with an old Node.js', () => {
  it('is refused before anything is installed', async () => {
    const old = `data:text/javascript,Object.defineProperty(process,'versions',{value:{node:'18.20.0'}})`
    const ended = await run(process.execPath, ['--import', old, 'scripts/prepare.mjs']).catch((error) => error)
    expect(ended.stderr).toBe('Node.js 18.20.0 is too old to install Werkschau: take 20 or newer.\n')
    expect(ended.code).toBe(1)
  })
})

describe('a start without HOST', () => {
  it('listens on IPv4 and, if available, on IPv6', async () => {
    const child = spawnService({ DATA_DIR: join(dataDir, 'addresses'), HOST: '' })
    try {
      for await (const line of createInterface({ input: child.stdout })) {
        const { address } = JSON.parse(line)
        if (address === undefined) continue
        const { port } = new URL(address)
        expect((await fetch(`http://127.0.0.1:${port}/health/ready`)).status).toBe(200)
        if (isIpv6Here()) expect((await fetch(`http://[::1]:${port}/health/ready`)).status).toBe(200)
        break
      }
    } finally {
      child.kill('SIGKILL')
    }
  }, 60_000)
})

describe('a command with a mistyped data folder', () => {
  it.each([
    ['admin', ['list']],
    ['maintenance', ['purge-audit-log']],
    ['backup', ['--to', '/tmp/never-made']],
    ['transfer', ['copy', '--to', 'environment']],
  ])('%s creates nothing', async (name, words) => {
    const folder = join(dataDir, 'mistyped')
    const env = commandEnvironment({ DATA_DIR: folder, TARGET_DATA_DIR: join(dataDir, 'target') })
    const ended = await run(process.execPath, [`server/start/${name}.ts`, ...words], { env }).catch((error) => error)
    expect(ended.stderr).toBe(`DATA_DIR ${folder} holds no installation: there is no werkschau.db in it\n`)
    expect(ended.code).toBe(1)
    expect([folder, join(dataDir, 'target'), '/tmp/never-made'].map(existsSync)).toEqual([false, false, false])
  })
})
