import { describe, expect, it } from 'vitest'
import { loginAsNew } from '#tests/support/admin.ts'
import { codeOf } from '#tests/support/ask.ts'
import { softPasskey } from '#tests/support/pages/soft-passkey.ts'
import { bodyOf } from '#tests/support/upload.ts'
import { app, clock, type FactorAnswer, factors, person, personTests } from './person-with-factors.ts'

personTests()

describe('passkeys', () => {
  it('201 with recovery codes for the first factor; a signature completes the login', async () => {
    const { key, response, body } = await person.withPasskey()
    expect(response.status).toBe(201)
    expect(body.factor).toMatchObject({ type: 'passkey', name: 'Blue key', lastUsedAt: null })
    expect(body.recoveryCodes).toHaveLength(10)
    const { body: first } = await person.firstStep()
    expect(first.details.methods).toEqual(['passkey', 'recovery_code'])
    expect(first.details.passkey).toMatchObject({
      challenge: first.challenge,
      rpId: '127.0.0.1',
      allowCredentials: [{ type: 'public-key' }],
    })
    const { challenge } = first
    expect((await person.secondStep({ challenge, assertion: key.get(first.details.passkey) })).status).toBe(200)
    expect(await (await person.session.fetch(factors)).json()).toMatchObject({
      factors: [{ lastUsedAt: clock.now().toISOString() }],
    })
  })

  it('401 for a signature of another login, key or page, and for a damaged one', async () => {
    const { key } = await person.withPasskey()
    const [one, two] = [(await person.firstStep()).body, (await person.firstStep()).body]
    const assertion = key.get(one)
    const broken = key.get(two)
    broken.response.signature = assertion.response.signature
    for (const bad of [assertion, broken, softPasskey().get(two), {}, { id: 1 }, { id: assertion.id, response: {} }]) {
      expect(await codeOf(await person.secondStep({ challenge: two.challenge, assertion: bad }))).toEqual([
        401,
        'SECOND_FACTOR_FAILED',
      ])
    }
    expect((await person.secondStep({ challenge: two.challenge, assertion: key.get(two) })).status).toBe(200)
  })

  it('400 INVALID_PASSKEY for another host, page or challenge', async () => {
    const places = [
      { host: 'evil.example', origin: 'https://127.0.0.1' },
      { host: '127.0.0.1', origin: 'https://evil.example' },
      { host: '127.0.0.1', origin: 'http://127.0.0.1' },
    ]
    for (const place of places) {
      const { response, body } = await person.withPasskey(place)
      expect([response.status, body.code]).toEqual([400, 'INVALID_PASSKEY'])
    }
    for (const challenge of ['', 'x'.repeat(43)]) {
      const attestation = softPasskey().create({ challenge })
      expect(await codeOf(await person.send('/passkeys', { attestation }))).toEqual([400, 'INVALID_PASSKEY'])
    }
    expect(await codeOf(await person.send('/passkeys', { attestation: {} }))).toEqual([400, 'INVALID_PASSKEY'])
    expect(await codeOf(await person.send('/passkeys', {}))).toEqual([400, 'INVALID_BODY'])
    expect((await person.firstStep()).status).toBe(200)
  })

  it('409 PASSKEY_EXISTS for the same passkey; a challenge works once', async () => {
    const { key } = await person.withPasskey()
    const { options } = await bodyOf<FactorAnswer>(await person.send('/passkeys/options'))
    expect(options.excludeCredentials).toHaveLength(1)
    expect(await codeOf(await person.send('/passkeys', { attestation: key.create(options) }))).toEqual([
      409,
      'PASSKEY_EXISTS',
    ])
  })

  it('a login challenge adds no passkey, nor does that of another account', async () => {
    const { options } = await bodyOf<FactorAnswer>(await person.send('/passkeys/options'))
    const other = await loginAsNew(app, { username: `${person.username} other` })
    const attestation = softPasskey().create(options)
    const stolen = await other.fetch(`${factors}/passkeys`, { method: 'POST', json: { attestation } })
    expect(await codeOf(stolen)).toEqual([400, 'INVALID_PASSKEY'])
  })
})
