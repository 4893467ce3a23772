import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import { adminCommand } from '#server/command-line/admin-command.ts'
import { UsageError } from '#server/command-line/run-command.ts'
import { adminService } from '#tests/support/admin-service.ts'
import { ask } from '#tests/support/ask.ts'

const service = adminService({ env: { UPLOAD_RATE_LIMIT: '7' } })
const run = (...words: string[]) =>
  adminCommand(['settings', ...words])({ ...service.app.app.deps, readPassword: async () => '' })
const shown = async () => {
  const { settings } = await ask(service.admin, 'getSettings')
  return Object.fromEntries(Object.entries(settings).map(([key, { value }]) => [key, value]))
}

afterEach(() => ask(service.admin, 'importSettings', { json: { settings: {}, logo: null } }))

describe('npm run admin -- settings', () => {
  it('set, get and reset: texts unquoted, everything else as JSON', async () => {
    expect(await run('set', 'siteName', '2026')).toBe('Set siteName.')
    await run('set', 'maxFileSizeMb', '60')
    await run('set', 'languages', '["fr","de"]')
    await run('set', 'imprint', 'https://example.org/imprint')
    await run('set', 'privacy', '{"de":"Wir speichern wenig."}')
    expect(await shown()).toMatchObject({
      siteName: '2026',
      maxFileSizeMb: 60,
      languages: ['fr', 'de'],
      imprint: 'https://example.org/imprint',
      privacy: { de: 'Wir speichern wenig.' },
    })
    expect(await run('get', 'siteName')).toBe('2026')
    expect(await run('reset', 'siteName')).toBe('siteName has its default again.')
    expect(await run('get', 'siteName')).toBe('Werkschau')
    expect(await run()).toMatch(/^maxFileSizeMb +60$/m)
    expect(await run()).toMatch(/^uploadRateLimit +7 \(UPLOAD_RATE_LIMIT\)$/m)
    expect(await run()).toMatch(/^siteName +"Werkschau" \(default\)$/m)
  })

  it.each([
    [['set', 'maxFileSizeMb', '0'], 'maxFileSizeMb must be an integer from 1 to 1000000'],
    [['set', 'maxFileSizeMb', 'big'], 'maxFileSizeMb must be given as JSON'],
    [['set', 'accentColour', 'red'], 'accentColour must match pattern'],
    [['set', 'secondFactor', 'none'], 'secondFactor must be one of optional, admins, all'],
    [['set', 'imprint', 'https://'], 'imprint must be an http or https address, or texts'],
    [['set', 'uploadRateLimit', '8'], 'uploadRateLimit is set by the variable UPLOAD_RATE_LIMIT'],
  ])('refuses %j as the page does, and changes nothing', async (words, message) => {
    const before = await shown()
    await expect(run(...words)).rejects.toThrow(message)
    expect(await shown()).toEqual(before)
  })

  it.each([
    [['set', 'colour', 'red'], 'There is no setting colour'],
    [['set', 'siteName'], 'settings set needs a key and a value'],
    [['undo', 'all'], 'Unexpected argument: all'],
    [['change'], 'settings has no command change'],
  ])('%j is refused', async (words, message) => {
    const failed = await Promise.resolve()
      .then(() => run(...words))
      .catch((error: unknown) => error)
    expect(failed).toBeInstanceOf(UsageError)
    expect(String(failed)).toContain(message)
  })

  it('undo takes back the last change; both are in the log of admins', async () => {
    await run('set', 'siteName', 'One')
    await run('set', 'siteName', 'Two')
    expect(await run('undo')).toBe('Undone: siteName.')
    expect((await shown()).siteName).toBe('One')
    const { entries } = await ask(service.admin, 'listAdminAudit', { query: { limit: 2 } })
    expect(entries).toMatchObject([
      { actor_name: 'npm run admin', action: 'undo_settings', details: { fields: ['siteName'] } },
      { actor_name: 'npm run admin', action: 'update_settings', details: { fields: ['siteName'] } },
    ])
  })

  it('export and import cover everything; an invalid file changes nothing', async () => {
    const file = join(service.app.dataDir, 'settings.json')
    await run('set', 'siteName', 'Fotowand')
    await run('export', file)
    await expect(run('export', file)).rejects.toThrow('EEXIST')
    await run('reset', 'siteName')
    await run('import', file)
    expect((await shown()).siteName).toBe('Fotowand')
    await writeFile(file, '{"settings":{"colour":"red"},"logo":null}')
    await expect(run('import', file)).rejects.toThrow('settings has no field colour')
    await expect(run('import', `${file}.none`)).rejects.toThrow('ENOENT')
    await expect(run('set', 'logo', file)).rejects.toMatchObject({ code: 'UNSUPPORTED_IMAGE' })
    expect((await shown()).siteName).toBe('Fotowand')
  })
})
