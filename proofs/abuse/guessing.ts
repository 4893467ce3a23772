import { randomUUID } from 'node:crypto'
import { batchForm } from '#tests/support/upload.ts'
import type { Attack } from './attack.ts'
import { ask, expectSaid, firstOf, makeChecks, type Said } from './checks.ts'
import { percentile } from './probe.ts'
import { startTarget } from './target.ts'
import { createWorld, credentials } from './world.ts'

const from = (address: string) => ({ 'x-forwarded-for': address })
const times = <T>(count: number, make: (n: number) => T): T[] => Array.from({ length: count }, (_, n) => make(n))

/** How much longer one of two indistinguishable answers may take; busy machines are not exact. */
const maxRatio = 1.5

/** Guessed passwords and management links against the default limits. */
export const guess: Attack = {
  share: 0,
  isLongOnly: true,
  async run({ isLong }) {
    const limits = { MANAGEMENT_RATE_LIMIT: '', UPLOAD_RATE_LIMIT: '' }
    await using target = await startTarget({ env: limits })
    const world = await createWorld(target)
    const at = (path: string) => `${target.url}${path}`
    const login = (username: string, password: string, address: string) =>
      ask(at('/auth/login'), { json: { username, password }, headers: from(address) })
    const { username, password } = credentials
    let ratios = ''

    const ledger = await makeChecks('guessed passwords and links', {
      'eleven passwords from one address, behind forged addresses': async () => {
        const said = await inTurn(times(10, (n) => () => login(username, `guess ${n}`, `10.0.0.${n}, 192.0.2.1`)))
        return firstOf(
          ...said.map((each) => expectSaid(each, '401 LOGIN_FAILED')),
          retry(await login(username, password, '1.2.3.4, 192.0.2.1')),
          expectSaid(await login(username, password, '192.0.2.2'), '200'),
          expectSaid(await login(username.toUpperCase(), password, '192.0.2.1'), '429 RATE_LIMITED'),
        )
      },
      'addresses of one IPv6 network': async () => {
        await inTurn(times(10, (n) => () => login(username, 'wrong', `2001:db8::${n}`)))
        return retry(await login(username, password, '2001:db8::ffff:1'))
      },
      'forty passwords at once': async () => {
        const said = await Promise.all(times(15, (n) => login('nobody', `guess ${n}`, '192.0.2.9')))
        const failed = said.filter(({ status }) => status === 401).length
        return failed <= 10 && said.every(({ status }) => [401, 429, 503].includes(status))
          ? undefined
          : `${failed} were answered`
      },
      'users who exist and users who do not': async () => {
        const [known, unknown] = [
          await login(username, 'wrong', '192.0.2.20'),
          await login('nobody', 'wrong', '192.0.2.20'),
        ]
        if (JSON.stringify(known.body) !== JSON.stringify(unknown.body)) return 'the answers differ'
        const ms = await timed(isLong ? 40 : 3, [
          (n) => login(username, 'wrong', `192.0.3.${n}`),
          (n) => login(`nobody${n}`, 'wrong', `192.0.3.${n}`),
        ])
        ratios = `known / unknown user ${ms.ratio.toFixed(2)}`
        // A few measurements prove nothing.
        if (!isLong) return undefined
        return ms.ratio > maxRatio || ms.ratio < 1 / maxRatio ? ratios : undefined
      },
      'the current password at its change': async () => {
        const headers = { ...world.admin(), ...from('192.0.2.30') }
        const change = (currentPassword: string) =>
          ask(at('/auth/change-password'), { json: { currentPassword, newPassword: 'another password' }, headers })
        const said = await inTurn(times(10, (n) => () => change(`guess ${n}`)))
        return firstOf(...said.map((each) => expectSaid(each, '400 WRONG_PASSWORD')), retry(await change(password)))
      },
      'more links an hour than allowed': async () => {
        const { token } = await world.addGroup()
        const view = (each: string) => ask(at(`/api/manage/${each}`), { headers: from('192.0.2.40') })
        const said = await inTurn(times(10, () => () => view(randomUUID())))
        return firstOf(...said.map((each) => expectSaid(each, '404 GROUP_NOT_FOUND')), retry(await view(token)))
      },
      'links that are wrong in another way': async () => {
        const wrong = [randomUUID(), 'x', randomUUID().toUpperCase(), '%00', "' or 1=1 --", 'x'.repeat(600), '%ff']
        const said = await inTurn(
          wrong.map((each, n) => () => ask(at(`/api/manage/${each}`), { headers: from(`192.0.4.${n}`) })),
        )
        return said.every(({ body }) => JSON.stringify(body) === JSON.stringify(said[0]?.body))
          ? undefined
          : 'the answers differ'
      },
      'uploads beyond the limit on the public host': () => (isLong ? tooManyUploads() : Promise.resolve(undefined)),
      'twenty wrong links, then the right one': () => banned(),
    })
    ledger.note(ratios)
    return [ledger.line()]
  },
}

const retry = (said: Said): string | undefined =>
  expectSaid(said, '429 RATE_LIMITED') ?? (said.headers.get('retry-after') ? undefined : 'no Retry-After')

async function inTurn<T>(work: readonly (() => Promise<T>)[]): Promise<T[]> {
  const results: T[] = []
  for (const each of work) results.push(await each())
  return results
}

/** Medians of two kinds of requests, sent in turn. */
async function timed(rounds: number, kinds: readonly [(n: number) => Promise<Said>, (n: number) => Promise<Said>]) {
  const ms: [number[], number[]] = [[], []]
  for (let n = 0; n < rounds; n++) {
    for (const kind of n % 2 === 0 ? ([0, 1] as const) : ([1, 0] as const)) {
      const began = performance.now()
      await kinds[kind](n)
      ms[kind].push(performance.now() - began)
    }
  }
  return { ratio: percentile(ms[0], 0.5) / percentile(ms[1], 0.5) }
}

async function tooManyUploads(): Promise<string | undefined> {
  const hosts = { ENABLE_HOST_RESTRICTION: 'true', PUBLIC_HOST: 'photos.example', INTERNAL_HOST: 'photos.lan' }
  await using target = await startTarget({ env: { ...hosts, UPLOAD_RATE_LIMIT: '' } })
  const upload = async (address: string) =>
    ask(`${target.url}/api/upload/batch`, {
      method: 'POST',
      body: await batchForm(),
      headers: { ...from(address), 'x-forwarded-host': 'photos.example' },
    })
  const said = await inTurn(times(20, (n) => () => upload(`10.0.0.${n}, 192.0.2.50`)))
  return firstOf(...said.map((each) => expectSaid(each, '200')), retry(await upload('9.9.9.9, 192.0.2.50')))
}

async function banned(): Promise<string | undefined> {
  await using target = await startTarget({ env: { MANAGEMENT_RATE_LIMIT: '1000' } })
  const { token } = await (await createWorld(target)).addGroup()
  const view = (each: string, address = '192.0.2.60') =>
    ask(`${target.url}/api/manage/${each}`, { headers: from(address) })
  const atOnce = await Promise.all(times(40, () => view(randomUUID())))
  const answered = atOnce.filter(({ status }) => status === 404).length
  return firstOf(
    answered === 20 ? undefined : `${answered} of 40 at once were answered`,
    expectSaid(await view(token), '403 IP_BANNED'),
    expectSaid(await view(token, '192.0.2.61'), '200'),
  )
}
