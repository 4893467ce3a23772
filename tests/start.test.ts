import { execFile } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { type AddressInfo, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

const run = promisify(execFile)
let dataDir: string
beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'werkschau-start-'))
})
afterAll(() => rm(dataDir, { recursive: true, force: true }))

/** How a start that fails ends: what the supervisor sees, and what the admin reads. */
async function failedStart(env: Readonly<Record<string, string>>): Promise<{ code: number; stderr: string }> {
  const all = { PATH: process.env.PATH ?? '', HOST: '127.0.0.1', DATA_DIR: dataDir, ...env }
  const ended = await run(process.execPath, ['server/main.ts'], { env: all, timeout: 20_000 }).catch((error) => error)
  return { code: ended.code, stderr: ended.stderr }
}

describe('a start that fails', () => {
  it('names the port that is taken, with exit code 1', async () => {
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
})
