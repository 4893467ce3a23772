import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { loginAsAdmin, type Session } from '#tests/support/admin.ts'
import { ask, refused, succeeded } from '#tests/support/ask.ts'
import { makeImage } from '#tests/support/images/make-image.ts'
import { type Replicas, sharedPlaces, startReplicas } from '#tests/support/servers/replicas.ts'
import { startWebhookReceiver } from '#tests/support/servers/webhook-receiver.ts'
import type { TestApp } from '#tests/support/start-app.ts'
import { begun, complete, largePhoto, put } from '#tests/support/submissions.ts'
import { consents } from '#tests/support/upload.ts'

const [place] = await sharedPlaces()
const patient = { timeout: 20_000 }

describe.runIf(place)('an operator of two replicas', () => {
  let replicas: Replicas
  let first: TestApp
  let second: TestApp
  let admin: Session
  beforeAll(async () => {
    replicas = await startReplicas(place ?? 'disk', { env: { ALLOW_PRIVATE_WEBHOOKS: 'true' } })
    first = replicas.first
    second = replicas.second
    admin = await loginAsAdmin(first)
  })
  afterAll(() => replicas[Symbol.asyncDispose]())

  const change = (json: object) => ask(admin, 'updateSettings', { json })
  const atSecond = () => ({
    fetch: (path: string, { headers, ...init }: RequestInit = {}) =>
      second.fetch(path, {
        ...init,
        headers: { ...headers, cookie: admin.cookie, 'x-csrf-token': admin.csrfToken },
      }),
  })

  it('changes name, colour, platforms and limits at one: the other follows within a second or two (D75, D76)', async () => {
    await change({ siteName: 'Fotowand', accentColour: '#0044aa', maxFileSizeMb: 5 })
    const { platform } = await ask(admin, 'createPlatform', {
      json: { platform_name: 'pixelfed', display_name: 'Pixelfed', icon_name: 'globe', is_active: true },
    })
    const site = () => ask(second, 'getSite')
    await expect.poll(site, patient).toMatchObject({ name: 'Fotowand', accentColour: '#0044aa' })
    expect(await ask(second, 'getUploadSettings')).toMatchObject({ maxFileSizeMb: 5 })
    expect(await ask(second, 'listPlatforms')).toContainEqual(expect.objectContaining({ platform_name: 'pixelfed' }))
    await ask(atSecond(), 'updatePlatform', { params: { id: platform.platform_id }, json: { is_active: false } })
    expect(await ask(first, 'listPlatforms')).not.toContainEqual(expect.objectContaining({ platform_name: 'pixelfed' }))
    await ask(atSecond(), 'undoSettings')
    expect(await ask(second, 'getSite')).toMatchObject({ name: 'Werkschau', accentColour: null })
    await expect.poll(async () => (await ask(first, 'getSite')).name, patient).toBe('Werkschau')
  })

  it('sets a webhook at one: the other sends to it within a second or two (D87)', async () => {
    await using webhook = await startWebhookReceiver()
    const { WEBHOOK_URL: webhookUrl, WEBHOOK_SECRET: webhookSecret } = webhook.env
    await change({ webhookUrl, webhookSecret })
    const sent = () => ask(atSecond(), 'sendTestMessage', { query: { channel: 'webhook' } })
    await expect.poll(async () => (await sent()).outcome, patient).toBe('delivered')
    await change({ webhookUrl: null, webhookSecret: null })
    await expect.poll(async () => (await sent()).outcome, patient).toBe('not_configured')
  })

  it('changes limits and consents while a submission runs: it keeps those of its beginning', async () => {
    const large = await largePhoto()
    await change({ maxImagePixels: 2_000_000, consentTexts: { en: { workshop: 'Show them in Kiel.' } } })
    const began = await begun(first, { files: 2, consents: { ...consents, language: 'en' } })
    await succeeded(put(first, { submissionId: began, index: 0, bytes: large, part: [0, 70_000] }))
    await change({ maxImagePixels: 10_000, consentTexts: { en: { workshop: 'Show them in Bonn.' } } })
    await expect
      .poll(async () => (await ask(second, 'getSite')).consentTexts, patient)
      .toMatchObject({
        en: { workshop: 'Show them in Bonn.' },
      })
    await succeeded(put(second, { submissionId: began, index: 0, bytes: large, part: [70_000, large.length] }))
    await succeeded(put(first, { submissionId: began, index: 1, bytes: await makeImage({ width: 900, height: 900 }) }))
    const { groupId } = await succeeded(complete(second, began))
    const proof = await ask(admin, 'proveConsents', { params: { groupId } })
    expect(proof.consents[0]).toMatchObject({ type: 'workshop', text: 'Show them in Kiel.' })
    const next = await begun(second)
    await refused(put(second, { submissionId: next, bytes: large }), 400, 'IMAGE_TOO_LARGE')
  })

  it('pairs a screen at one, and commands it at the other (D77)', async () => {
    const { code, secret } = await ask(second, 'createPairing', { json: {} })
    const { screen } = await ask(admin, 'createScreen', { json: { code, name: 'Entrance' } })
    const params = { id: screen.id }
    const beat = (replica: TestApp, done: readonly string[] = []) =>
      ask(replica, 'sendHeartbeat', { json: { secret, version: '1', done } })
    expect(await beat(second)).toMatchObject({ paired: true, name: 'Entrance', paused: false })
    await ask(admin, 'commandScreen', { params, json: { command: 'pause' } })
    await ask(atSecond(), 'commandScreen', { params, json: { command: 'skip' } })
    const { commands, paused } = await beat(second)
    expect([paused, commands.map(({ command }) => command)]).toEqual([true, ['skip']])
    expect(
      (
        await beat(
          first,
          commands.map(({ id }) => id),
        )
      ).commands,
    ).toEqual([])
    expect((await beat(second)).commands).toEqual([])
    const [here] = (await ask(admin, 'listScreens')).screens
    const [there] = (await ask(atSecond(), 'listScreens')).screens
    expect(there).toEqual(here)
    expect(here).toMatchObject({ version: '1', isSilent: false, paused: true })
  })
})
