import { generate } from 'otplib'
import { afterAll, beforeAll, beforeEach, expect } from 'vitest'
import { adminCredentials, loginAsAdmin, loginAsNew, post, type Session } from '#tests/support/admin.ts'
import { replyTo } from '#tests/support/ask.ts'
import { type FakeClock, fakeClock } from '#tests/support/fake-clock.ts'
import { softPasskey } from '#tests/support/pages/soft-passkey.ts'
import { startApp, type TestApp } from '#tests/support/start-app.ts'
import { bodyOf } from '#tests/support/upload.ts'

const { password } = adminCredentials
export const factors = '/api/admin/account/factors'

/** Possible fields of answers about second factors. */
export interface FactorAnswer {
  code: string
  error: string
  secret: string
  uri: string
  challenge: string
  details: { challenge: string; methods: string[]; passkey: { challenge: string } }
  options: { challenge: string; excludeCredentials: unknown[] }
  factor: { id: number }
  factors: { id: number }[]
  recoveryCodes: string[]
  users: { username: string }[]
}

let addresses = 0
/** Each from its own address, so that limits per address do not add up. */
export const from = () => ({
  'x-forwarded-for': `198.51.${Math.floor(addresses / 250)}.${(addresses++ % 250) + 1}`,
})

/** A moderator who logs in and sets up second factors. */
export class PersonWithFactors {
  app: TestApp
  session: Session
  readonly username: string
  readonly #clock: FakeClock

  constructor(app: TestApp, clock: FakeClock, { username, session }: { username: string; session: Session }) {
    this.app = app
    this.#clock = clock
    this.username = username
    this.session = session
  }

  send(path: string, json: unknown = undefined, method = 'POST'): Promise<Response> {
    return this.session.fetch(`${factors}${path}`, { method, ...(json !== undefined && { json }) })
  }

  async firstStep() {
    const response = await post(this.app, '/auth/login', { username: this.username, password }, from())
    return { status: response.status, headers: response.headers, body: await bodyOf<FactorAnswer>(response) }
  }

  secondStep(json: unknown, headers = from()): Promise<Response> {
    return post(this.app, '/auth/second-factor', json, headers)
  }

  codeAt(secret: string, offsetMs = 0): Promise<string> {
    return generate({ secret, epoch: Math.floor((this.#clock.now().getTime() + offsetMs) / 1000) })
  }

  async wrongCode(secret: string): Promise<string> {
    const right = await Promise.all([-30_000, 0, 30_000].map((offset) => this.codeAt(secret, offset)))
    return ['000000', '111111', '222222', '333333'].find((code) => !right.includes(code)) as string
  }

  /** The secret and the recovery codes of a confirmed authenticator app; its first code is used. */
  async withTotp(): Promise<{ secret: string; recoveryCodes: string[] }> {
    const { secret } = await replyTo('addTotp', await this.send('/totp'))
    const confirmed = await this.send('/totp/confirm', { code: await this.codeAt(secret) })
    expect(confirmed.status).toBe(200)
    this.#clock.advance(60_000)
    return { secret, recoveryCodes: (await replyTo('confirmTotp', confirmed)).recoveryCodes }
  }

  async withPasskey(place?: Parameters<typeof softPasskey>[0]) {
    const key = softPasskey(place)
    const { options } = await bodyOf<FactorAnswer>(await this.send('/passkeys/options'))
    const response = await this.send('/passkeys', { attestation: key.create(options), name: ' Blue key ' })
    return { key, response, body: await bodyOf<FactorAnswer>(response) }
  }
}

let people = 0
export async function newPerson(app: TestApp, clock: FakeClock): Promise<PersonWithFactors> {
  const username = `person ${people++}`
  return new PersonWithFactors(app, clock, {
    username,
    session: await loginAsNew(app, { username, role: 'moderator' }),
  })
}

export let app: TestApp
/** New for each test. */
export let person: PersonWithFactors
export let clock: FakeClock

/** Serves `app` and `person` to the tests of a file. */
export function personTests(): void {
  beforeAll(async () => {
    clock = fakeClock('2026-03-02T08:00:00.000Z')
    app = await startApp({ overrides: { clock }, env: { TRUST_PROXY_HOPS: '1' } })
    await loginAsAdmin(app)
  })
  afterAll(async () => {
    await app[Symbol.asyncDispose]()
  })
  beforeEach(async () => {
    person = await newPerson(app, clock)
  })
}
