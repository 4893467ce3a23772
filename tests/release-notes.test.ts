import { spawnSync } from 'node:child_process'
import { describe, expect, it } from 'vitest'
import packageJson from '#package.json' with { type: 'json' }
import { releaseNotes } from '#scripts/release-notes.ts'

const changelog = `# Changes

## Unreleased

- Not yet.

## 3.0.0 — 2026-11-24

### Visitors

- New.

## 2.1.0 — 2026-11-23

- Old.
`
const notes = (changes: Partial<Parameters<typeof releaseNotes>[0]> = {}) =>
  releaseNotes({ tag: 'v3.0.0', version: '3.0.0', changelog, ...changes })

describe('releaseNotes', () => {
  it('returns the section of the release alone', () => {
    expect(notes()).toBe('### Visitors\n\n- New.')
    expect(notes({ tag: 'v2.1.0', version: '2.1.0' })).toBe('- Old.')
  })

  it('refuses a tag of another version', () => {
    expect(() => notes({ tag: 'v3.0.1' })).toThrow('The tag is v3.0.1, package.json has version 3.0.0')
    expect(() => notes({ tag: '3.0.0' })).toThrow('The tag is 3.0.0,')
  })

  it('refuses a version without a section, with its beginning only, without a date or without text', () => {
    for (const version of ['3.0', '3.0.1', 'Unreleased'])
      expect(() => notes({ tag: `v${version}`, version })).toThrow(`no section "## ${version} — <date>"`)
    expect(() => notes({ changelog: changelog.replace('2026-11-24', 'soon') })).toThrow('needs its date')
    expect(() => notes({ changelog: changelog.replace(/### Visitors\n\n- New.\n/, '') })).toThrow('is empty')
  })

  it('has a section for the version of package.json', () => {
    const { status, stdout } = spawnSync(process.execPath, ['scripts/release-notes.ts', `v${packageJson.version}`])
    expect([status, stdout.toString().length > 100]).toEqual([0, true])
    const wrong = spawnSync(process.execPath, ['scripts/release-notes.ts', 'v0.0.0'])
    expect([wrong.status, wrong.stderr.toString()]).toEqual([1, expect.stringContaining('The tag is v0.0.0')])
  })
})
