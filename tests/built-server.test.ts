import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { build } from 'vite'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import packageJson from '#package.json' with { type: 'json' }
import { type ServiceProcess, startProcess } from './support/servers/start-process.ts'
import { batchForm, bodyOf } from './support/upload.ts'

// Below dist/, where packages resolve as from dist/server.
const outDir = `dist/server-of-test-${process.pid}`
const commit = '0123456789abcdef0123456789abcdef01234567'
let dataDir: string
let service: ServiceProcess
beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'werkschau-built-'))
  await build({ configFile: 'vite.server.config.ts', logLevel: 'warn', build: { outDir } })
  await writeFile(join(outDir, 'commit'), commit)
  service = await startProcess({ DATA_DIR: dataDir }, join(outDir, 'main.js'))
})
afterAll(async () => {
  await service?.stop()
  await rm(outDir, { recursive: true, force: true })
  await rm(dataDir, { recursive: true, force: true })
})
const get = (path: string) => fetch(service.url + path)
async function builtService(): Promise<string> {
  const names = (await readdir(outDir)).filter((name) => /^serve-.*\.js$/.test(name))
  expect(names).toHaveLength(1)
  return readFile(join(outDir, names[0] ?? ''), 'utf8')
}

/** A build can lose what is found by a path or loaded late; all tests run the rest. */
describe('the server as npm start runs it', () => {
  it('makes previews in its child process', async () => {
    const uploaded = await fetch(`${service.url}/api/upload/batch`, { method: 'POST', body: await batchForm() })
    expect(uploaded.status).toBe(200)
    const { images } = await bodyOf(uploaded)
    const preview = await get(images[0]?.previewPath ?? '')
    expect([preview.status, preview.headers.get('content-type')]).toEqual([200, 'image/jpeg'])
  })

  it('imports nothing before it has checked the version of Node: an older one could not link it', async () => {
    expect(await readFile(join(outDir, 'main.js'), 'utf8')).not.toMatch(/^(import\b(?!\()|export .* from)/m)
  })

  it('starts without what it does not use: Node’s fetch, which an import of node:http would load, and HTTP/2', async () => {
    const source = await builtService()
    expect(source).toContain('process.getBuiltinModule("node:http")')
    expect(source).not.toMatch(/^import .* from "node:/m)
    expect(source).not.toMatch(/"node:http2"|^var MarkdownIt\b/m)
  })

  it('keeps one byte in memory for each character of its source', async () => {
    expect(await builtService()).toMatch(/^[\0-\x7f]+$/)
  })

  it('names the commit that it was built from (D93)', async () => {
    expect(await (await get('/api/site')).json()).toMatchObject({ version: packageJson.version, commit })
  })

  it('hashes passwords', async () => {
    const headers = { 'content-type': 'application/json' }
    const body = JSON.stringify({ username: 'built', password: 'a password of the test' })
    const answer = await fetch(`${service.url}/auth/setup/initial-admin`, { method: 'POST', headers, body })
    expect(answer.status).toBe(201)
  })

  it('serves the description of the API with its page', async () => {
    for (const path of ['/api/openapi.json', '/api/docs', '/api/docs/swagger-ui-bundle.js', '/health']) {
      expect([path, (await get(path)).status]).toEqual([path, 200])
    }
  })
})
