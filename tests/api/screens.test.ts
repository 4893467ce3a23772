import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { ScreenSettings } from '#contract/screens.ts'
import { reportSilentScreens } from '#server/features/screens/report-silent-screens.ts'
import { loginAsAdmin, loginAsAuditor, post, type Session } from '#tests/support/admin.ts'
import { ask } from '#tests/support/ask.ts'
import { type FakeClock, fakeClock } from '#tests/support/fake-clock.ts'
import { startApp, type TestApp } from '#tests/support/start-app.ts'
import { bodyOf, uploadGroup } from '#tests/support/upload.ts'

const minute = 60_000
const env = { MESSENGER_BOT_TOKEN: '1:token', MESSENGER_CHAT_ID: '1', MESSENGER_API_ROOT: 'http://127.0.0.1:9' }
const settings: ScreenSettings = {
  layout: 'wall',
  seconds: 12,
  fit: 'cover',
  captions: false,
  cards: true,
  codes: true,
  pairs: false,
  qr: true,
  order: 'newest',
  years: { from: 2019, to: 2024 },
  openingHours: { days: [1, 2, 3, 4, 5], from: '10:00', to: '18:00' },
}

let app: TestApp
let clock: FakeClock
let admin: Session
beforeEach(async () => {
  // A Wednesday, noon in Berlin.
  clock = fakeClock('2026-11-11T11:00:00.000Z')
  app = await startApp({ env, overrides: { clock } })
  admin = await loginAsAdmin(app)
})
afterEach(() => app[Symbol.asyncDispose]())

interface Paired {
  readonly code: string
  readonly secret: string
}
const pairing = async () => bodyOf<Paired>(await post(app, '/api/slideshow/pairings', {}))
interface Answer {
  readonly commands: readonly { readonly id: string; readonly command: string }[]
}
const commandsOf = async (answer: Response) => (await bodyOf<Answer>(answer)).commands
const heartbeat = (secret: string, report: object = {}) => post(app, '/api/slideshow/heartbeat', { secret, ...report })
const create = (json: object) => admin.fetch('/api/admin/screens', { method: 'POST', json })
const list = async () =>
  (await bodyOf<{ screens: Record<string, unknown>[] }>(await admin.fetch('/api/admin/screens'))).screens
const command = (id: number, command: string) =>
  admin.fetch(`/api/admin/screens/${id}/commands`, { method: 'POST', json: { command } })

async function pair(name = 'Entrance'): Promise<{ id: number; secret: string }> {
  const { code, secret } = await pairing()
  const { screen } = await bodyOf<{ screen: { id: number } }>(await create({ code, name }))
  return { id: screen.id, secret }
}

describe('createPairing', () => {
  it('returns a code and a secret', async () => {
    const answer = await post(app, '/api/slideshow/pairings', {})
    expect(answer.status).toBe(201)
    const { code, secret } = await bodyOf<Paired>(answer)
    expect(code).toMatch(/^[A-Z2-9]{6}$/)
    expect(await (await heartbeat(secret)).json()).toMatchObject({ paired: false, settings: null, commands: [] })
  })

  it.each([{ seconds: 1 }, { fit: 'fill' }, { years: { from: 2024, to: 2019 } }])('400 for %j', async (said) => {
    const answer = await post(app, '/api/slideshow/pairings', { settings: said })
    expect([answer.status, await bodyOf(answer)]).toMatchObject([400, { code: 'INVALID_BODY' }])
  })

  it('expires after ten minutes', async () => {
    const { code, secret } = await pairing()
    clock.advance(10 * minute)
    expect((await heartbeat(secret)).status).toBe(404)
    expect(await bodyOf(await create({ code, name: 'Late' }))).toMatchObject({ code: 'PAIRING_NOT_FOUND' })
  })

  it('429 after 60 per hour from one address', async () => {
    for (let n = 0; n < 60; n++) await post(app, '/api/slideshow/pairings', {})
    expect((await post(app, '/api/slideshow/pairings', {})).status).toBe(429)
  })
})

describe('createScreen', () => {
  it('keeps the options of the page address until an admin changes them', async () => {
    const said = { seconds: 20, qr: true, years: { from: 2020, to: 2024 } }
    const { code, secret } = await bodyOf<Paired>(await post(app, '/api/slideshow/pairings', { settings: said }))
    const { screen } = await bodyOf<{ screen: object }>(await create({ code, name: 'Entrance' }))
    const settings = {
      ...said,
      layout: 'single',
      fit: 'contain',
      captions: true,
      cards: false,
      codes: true,
      pairs: true,
      openingHours: null,
    }
    expect(screen).toMatchObject({ settings })
    expect(await (await heartbeat(secret)).json()).toMatchObject({ settings })
  })

  it.each([
    [{}, ['main']],
    [{ exhibitions: '*' }, '*'],
    [{ exhibitions: ['mistyped'] }, ['mistyped']],
    [{ exhibitions: ['mistyped', 'main'] }, ['main']],
  ])('shows no other exhibition than the page with %j before (D82)', async (said, exhibitions) => {
    const { code, secret } = await bodyOf<Paired>(await post(app, '/api/slideshow/pairings', { settings: said }))
    await create({ code, name: 'Entrance' })
    expect(await (await heartbeat(secret)).json()).toMatchObject({ settings: { exhibitions } })
  })

  it('takes no setting from a page that only admins have, nor another that the contract does not name', async () => {
    const said = { seconds: 20, openingHours: 'never', more: true, years: { from: 2020, to: 2024, more: true } }
    const { code } = await bodyOf<Paired>(await post(app, '/api/slideshow/pairings', { settings: said }))
    expect((await create({ code, name: 'Entrance' })).status).toBe(201)
    expect(await list()).toMatchObject([{ settings: { seconds: 20, openingHours: null } }])
    const stored = JSON.stringify((await app.app.deps.database.screens.all()).map(({ settings }) => settings))
    expect(stored).not.toContain('more')
    clock.advance(11 * minute)
    await reportSilentScreens(app.app.deps)
  })

  it('accepts the code as typed, once', async () => {
    const { code, secret } = await pairing()
    const typed = ` ${code.slice(0, 3).toLowerCase()} ${code.slice(3)} `
    const answer = await create({ code: typed, name: ' Entrance ' })
    expect([answer.status, await bodyOf(answer)]).toMatchObject([
      201,
      { screen: { name: 'Entrance', paused: false, isOpen: true, isSilent: false, imageId: null } },
    ])
    expect(await (await heartbeat(secret)).json()).toMatchObject({ paired: true, name: 'Entrance' })
    expect((await create({ code, name: 'Second' })).status).toBe(404)
  })

  it('is always known to its page, which reports in the same moment', async () => {
    for (let round = 0; round < 10; round++) {
      const { code, secret } = await pairing()
      const statuses = new Set<number>()
      const isPaired = { now: false }
      const report = async () => {
        while (!isPaired.now) statuses.add((await heartbeat(secret)).status)
      }
      const reports = Array.from({ length: 8 }, report)
      expect((await create({ code, name: `Screen ${round}` })).status).toBe(201)
      isPaired.now = true
      await Promise.all(reports)
      expect([...statuses]).toEqual([200])
    }
  })

  it.each([
    [{ name: '' }, 'INVALID_BODY'],
    [{ name: 'x'.repeat(61) }, 'TEXT_TOO_LONG'],
  ])('400 for the name %j, and the code stays', async (given, refusal) => {
    const { code } = await pairing()
    expect(await bodyOf(await create({ code, ...given }))).toMatchObject({ code: refusal })
    expect((await create({ code, name: 'Entrance' })).status).toBe(201)
  })

  it('is for admins, and writes to the admin log', async () => {
    const { code } = await pairing()
    const auditor = await loginAsAuditor(app)
    const refused = await auditor.fetch('/api/admin/screens', { method: 'POST', json: { code, name: 'x' } })
    expect(refused.status).toBe(403)
    const { id } = await pair()
    await command(id, 'skip')
    const { entries } = await bodyOf<{ entries: object[] }>(await admin.fetch('/api/admin/admin-audit?limit=2'))
    expect(entries).toMatchObject([
      { action: 'command_screen', target_type: 'screen', target_id: String(id), details: { command: 'skip' } },
      { action: 'create_screen', target_type: 'screen', target_id: String(id) },
    ])
  })
})

describe('sendHeartbeat', () => {
  it('records the photo and the version, and returns the settings', async () => {
    const { groupId, images } = await uploadGroup(app)
    const { id, secret } = await pair()
    await admin.fetch(`/api/admin/screens/${id}`, { method: 'PATCH', json: { settings } })
    clock.advance(5_000)
    const answer = await heartbeat(secret, { imageId: images[0]?.id, version: '2.1.0' })
    expect(await answer.json()).toMatchObject({ paired: true, settings, paused: false, commands: [] })
    expect(await list()).toMatchObject([
      {
        imageId: images[0]?.id,
        groupId,
        previewPath: images[0]?.previewPath,
        version: '2.1.0',
        lastSeenAt: clock.now().toISOString(),
      },
    ])
  })

  it('404 for an unknown secret, and after the screen was removed', async () => {
    expect(await bodyOf(await heartbeat('guessed'))).toMatchObject({ code: 'SCREEN_NOT_FOUND' })
    const { id, secret } = await pair()
    expect((await admin.fetch(`/api/admin/screens/${id}`, { method: 'DELETE' })).status).toBe(200)
    expect((await heartbeat(secret)).status).toBe(404)
    expect((await admin.fetch(`/api/admin/screens/${id}`, { method: 'DELETE' })).status).toBe(404)
  })
})

describe('commandScreen', () => {
  it('repeats a command until the screen reports it as done', async () => {
    const { id, secret } = await pair()
    await command(id, 'skip')
    const [first] = await commandsOf(await heartbeat(secret, { done: [] }))
    await command(id, 'reload')
    const again = await commandsOf(await heartbeat(secret, { done: [] }))
    expect(again).toEqual([first, { id: expect.any(String), command: 'reload' }])
    expect(await commandsOf(await heartbeat(secret, { done: [first?.id] }))).toEqual(again.slice(1))
    expect(await commandsOf(await heartbeat(secret, { done: again.map((each) => each.id) }))).toEqual([])
    expect(await commandsOf(await heartbeat(secret, { done: [] }))).toEqual([])
  })

  it('delivers each command once to a screen that does not report back; a pause stays', async () => {
    const { id, secret } = await pair()
    for (const each of ['skip', 'reload', 'skip', 'reload', 'pause']) expect((await command(id, each)).status).toBe(200)
    const answers = await Promise.all([heartbeat(secret, { version: 'a' }), heartbeat(secret, { version: 'b' })])
    const commands = (await Promise.all(answers.map(commandsOf))).flat()
    expect(commands.map((each) => each.command)).toEqual(['skip', 'skip', 'reload'])
    expect(await (await heartbeat(secret)).json()).toMatchObject({ paused: true, commands: [] })
    await command(id, 'resume')
    expect(await (await heartbeat(secret)).json()).toMatchObject({ paused: false })
  })

  it('keeps at most ten for a screen that is off', async () => {
    const { id, secret } = await pair()
    for (let n = 0; n < 15; n++) await command(id, 'skip')
    expect(await commandsOf(await heartbeat(secret))).toHaveLength(10)
  })

  it('400 for another command, 404 for another screen', async () => {
    const { id } = await pair()
    expect((await command(id, 'explode')).status).toBe(400)
    expect((await command(id + 1, 'skip')).status).toBe(404)
  })
})

describe('updateScreen', () => {
  it.each([
    [{}, 'NO_FIELDS'],
    [{ settings: { ...settings, seconds: 1 } }, 'INVALID_BODY'],
    [{ settings: { ...settings, years: { from: 2024, to: 2019 } } }, 'INVALID_BODY'],
    [{ settings: { ...settings, openingHours: { days: [0], from: '10:00', to: '18:00' } } }, 'INVALID_BODY'],
    [{ settings: { ...settings, openingHours: { days: [1], from: '25:00', to: '18:00' } } }, 'INVALID_BODY'],
  ])('400 for %j, and nothing changes', async (json, code) => {
    const { id } = await pair()
    const before = await list()
    const answer = await admin.fetch(`/api/admin/screens/${id}`, { method: 'PATCH', json })
    expect([answer.status, await bodyOf(answer)]).toMatchObject([400, { code }])
    expect(await list()).toEqual(before)
  })
})

describe('a screen that is silent', () => {
  const told = async () => {
    await reportSilentScreens(app.app.deps)
    const next = await app.app.deps.database.nextNotification('chat', '9999')
    if (next) await app.app.deps.database.transaction((tx) => tx.notifications.remove(next.id))
    return next?.kind === 'screen_silent' ? next.payload.name : undefined
  }

  it('is reported once after ten minutes, and again after it was online', async () => {
    const { secret } = await pair()
    clock.advance(10 * minute - 1)
    expect(await told()).toBeUndefined()
    clock.advance(1)
    expect(await told()).toBe('Entrance')
    clock.advance(minute)
    expect(await told()).toBeUndefined()
    await heartbeat(secret)
    clock.advance(10 * minute)
    expect(await told()).toBe('Entrance')
  })

  it('is named on the overview while it should be on', async () => {
    const { id } = await pair()
    const silent = async () => (await ask(admin, 'getSystemOverview')).silentScreens
    expect(await silent()).toEqual([])
    clock.advance(minute + 1)
    expect(await silent()).toEqual(['Entrance'])
    const openingHours = { ...settings.openingHours, days: [1] }
    await ask(admin, 'updateScreen', { params: { id }, json: { settings: { ...settings, openingHours } } })
    expect(await silent()).toEqual([])
  })

  it('is not reported outside its opening hours, and in the morning only after the first ten minutes', async () => {
    const { id, secret } = await pair()
    await admin.fetch(`/api/admin/screens/${id}`, { method: 'PATCH', json: { settings } })
    clock.set('2026-11-11T16:59:00.000Z')
    await heartbeat(secret)
    for (const time of ['2026-11-11T17:30:00.000Z', '2026-11-12T08:59:00.000Z', '2026-11-12T09:09:00.000Z']) {
      clock.set(time)
      expect(await told(), time).toBeUndefined()
    }
    clock.set('2026-11-12T09:10:00.000Z')
    expect(await told()).toBe('Entrance')
  })
})
