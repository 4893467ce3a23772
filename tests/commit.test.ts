import { execFileSync, spawnSync } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

let folder: string
const file = () => join(folder, 'dist/server/commit')
const git = (...args: string[]) =>
  execFileSync('git', ['-c', 'user.name=Test', '-c', 'user.email=test@example.org', ...args], {
    cwd: folder,
    encoding: 'utf8',
  }).trim()
const script = (env: Record<string, string> = {}) =>
  spawnSync(process.execPath, ['scripts/commit.mjs'], {
    cwd: folder,
    encoding: 'utf8',
    env: { PATH: process.env.PATH ?? '', ...env },
  })
const written = () => (existsSync(file()) ? readFileSync(file(), 'utf8') : undefined)

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'werkschau-commit-'))
  mkdirSync(join(folder, 'server'))
  cpSync('scripts/commit.mjs', join(folder, 'scripts/commit.mjs'))
  writeFileSync(join(folder, 'server/main.ts'), '')
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

describe('scripts/commit.mjs', () => {
  const named = 'a'.repeat(40)

  it('takes SOURCE_COMMIT where there is no git, and refuses what is none', () => {
    expect([script().status, written()]).toEqual([0, undefined])
    expect([script({ SOURCE_COMMIT: named }).status, written()]).toEqual([0, named])
    const { status, stderr } = script({ SOURCE_COMMIT: 'main' })
    expect([status, stderr]).toEqual([1, expect.stringContaining('40 hex digits, not "main"')])
    expect(written()).toBe(named)
  })

  it('takes the commit of git, and none where a source was changed or added', () => {
    git('init', '--quiet')
    git('add', '.')
    git('commit', '--quiet', '--message', 'First')
    const head = git('rev-parse', 'HEAD')
    writeFileSync(join(folder, 'notes.txt'), 'no source')
    expect([script().status, written()]).toEqual([0, head])
    writeFileSync(join(folder, 'server/added.ts'), '')
    expect([script().status, written()]).toEqual([0, undefined])
  })

  it('does not take that of another project around the folder', () => {
    const inner = join(folder, 'inner')
    cpSync(join(folder, 'scripts'), join(inner, 'scripts'), { recursive: true })
    expect(spawnSync(process.execPath, ['scripts/commit.mjs'], { cwd: inner }).status).toBe(0)
    expect(existsSync(join(inner, 'dist/server/commit'))).toBe(false)
  })
})
