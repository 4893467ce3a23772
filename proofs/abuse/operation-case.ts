import { needsSession } from '#contract/operation/access.ts'
import type { Operation } from '#contract/operation/operation.ts'
import { type Random, someAddress } from '#proofs/random.ts'
import type { AdminHeaders, KnownGroup } from '#proofs/service/world.ts'
import type { RawRequest } from './exchange.ts'
import { type Known, mutated, valueFor } from './from-schema.ts'
import { hostileJsonTexts, hostileTexts, writeJson } from './hostile.ts'
import { multipartCase } from './multipart-case.ts'

export interface CaseIngredients {
  readonly random: Random
  readonly groups: readonly KnownGroup[]
  readonly admin: AdminHeaders
  readonly images: readonly Buffer[]
}

export interface OperationCase extends RawRequest {
  /** The request reaches the operation: its path was not malformed. */
  readonly isWellFormed: boolean
}

type Header = readonly [name: string, value: string]
type Schema = Parameters<typeof valueFor>[0]

/** One request for an operation, hostile in one or several places. */
export function operationCase(operation: Operation, ingredients: CaseIngredients): OperationCase {
  const { random, groups } = ingredients
  const group = random.pick(groups)
  const known = knownOf(group)
  const path = pathFor(operation, { random, known })
  const query = queryFor(operation, { random, known })
  const body = bodyFor(operation, ingredients, known)
  const headers = [...callerHeaders(operation, ingredients), ...oddHeaders(random), ...body.headers]
  const malformed = random.chance(0.06)
  return {
    method: random.chance(0.97)
      ? operation.method
      : random.pick(['HEAD', 'OPTIONS', 'PUT', 'PATCH', 'DELETE', 'QUERY', 'LOCK']),
    target: asTarget(malformed ? malformedPath(path, random) : path) + asTarget(query),
    headers: withoutControls(headers),
    ...(body.bytes && { body: body.bytes }),
    isWellFormed: !malformed,
  }
}

const knownOf = (group: KnownGroup): Known => ({
  groupId: [group.groupId],
  groupIds: [group.groupId],
  token: [group.token],
  imageId: group.imageIds,
  imageIds: [[...group.imageIds]],
  id: group.fileNames,
  platformId: [1, 2, 3],
  socialMediaConsent: [1, 2, 3],
  workshopConsent: [true],
  fileName: ['a.jpg', 'b.jpg'],
  limit: [1, 100, 1_000],
  year: [2026, 1999],
})

function pathFor({ url }: Operation, { random, known }: { random: Random; known: Known }): string {
  return url.replaceAll(/\{(\w+)\}/g, (_, name: string) => {
    const good = String(random.pick(known[name] ?? ['1']))
    if (random.chance(0.75)) return good
    if (random.chance(0.3)) return good.toUpperCase()
    return random.chance(0.5) ? random.pick(hostileSegments) : percent(random.pick(hostileTexts).slice(0, 2_000))
  })
}

const hostileSegments = [
  '%00',
  '%2e%2e%2f%2e%2e%2fpackage.json',
  '..%5c..%5c',
  '%c0%ae%c0%ae%c0%af',
  '%ff%fe',
  '%',
  '%zz',
  '%u0041',
  '%E0%80%80',
  '%ED%A0%80',
  'a%2fb',
  '0',
  '-1',
  '1.0',
  '1e3',
  '%31',
  '9007199254740993',
  '99999999999999999999',
  '0x1',
  '+1',
  '%201',
  '1%0a',
  '00000000-0000-4000-8000-000000000000',
  '__proto__',
  'constructor',
  '*',
  ':groupId',
  'x'.repeat(511),
  'x'.repeat(513),
  'x'.repeat(9_000),
]

function percent(text: string): string {
  return [...Buffer.from(text)].map((byte) => `%${byte.toString(16).padStart(2, '0')}`).join('')
}

const malformedPath = (path: string, random: Random): string =>
  random.pick([
    (text: string) => `/${text}`,
    (text: string) => `${text}/`,
    (text: string) => `${text}/.`,
    (text: string) => `/.${text}`,
    (text: string) => `/x/..${text}`,
    (text: string) => `${text};a=b`,
    (text: string) => text.replaceAll('/', '\\'),
    (text: string) => text.replaceAll('/', '%2f'),
    (text: string) => text.toUpperCase(),
    (text: string) => percent(text),
    (text: string) => text.replace('/', '%2e/'),
    (text: string) => `http://elsewhere.example${text}`,
    (text: string) => text.slice(1),
    (text: string) => `${text}#fragment`,
    (text: string) => `${text}${'/x'.repeat(2_000)}`,
  ])(path)

function queryFor(operation: Operation, { random, known }: { random: Random; known: Known }): string {
  const { properties = {} } = (operation.query ?? {}) as Schema
  const pairs = Object.entries(properties)
    .filter(() => random.chance(0.4))
    .flatMap(([name, schema]) => {
      const value = String(valueFor(schema, { random, known }, name))
      if (random.chance(0.6)) return [`${name}=${value}`]
      const odd = random.chance(0.5) ? percent(random.pick(hostileTexts).slice(0, 1_000)) : random.pick(hostileSegments)
      return random.pick([
        [`${name}=${odd}`],
        [`${name}=${value}`, `${name}=${odd}`],
        [`${name}[]=${value}`],
        [`${name}[a][b]=${value}`],
        [`${name}[__proto__]=x`],
        [name],
        [`${name}=`],
        [`${name.toUpperCase()}=${value}`],
      ])
    })
  if (random.chance(0.05))
    pairs.push(...random.pick([['__proto__[a]=b'], ['&&&'], ['='], Array(2_000).fill('a=b'), ['%']]))
  return pairs.length > 0 ? `?${pairs.join('&')}` : ''
}

function bodyFor(
  operation: Operation,
  { random, images }: CaseIngredients,
  known: Known,
): { bytes?: Buffer; headers: Header[] } {
  if (operation.body === undefined) {
    if (random.chance(0.95)) return { headers: [] }
    return { bytes: Buffer.from('{}'), headers: [['content-type', random.pick(contentTypes)]] }
  }
  if (operation.bytes) {
    const type = random.chance(0.8) ? 'image/jpeg' : random.pick(contentTypes)
    const range: Header[] = random.chance(0.5) ? [['content-range', random.pick(contentRanges)]] : []
    return { bytes: random.pick(images), headers: [['content-type', type], ...range] }
  }
  const good = valueFor(operation.body as Schema, { random, known })
  const value = random.chance(0.25) ? good : mutated(good, random)
  if (operation.multipart) {
    const fields =
      typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : { consents: value }
    for (const name of ['images', 'file']) delete (fields as Record<string, unknown>)[name]
    const { contentType, body } = multipartCase({ random, images, fields: fields as Record<string, unknown> })
    return { bytes: body, headers: [['content-type', contentType]] }
  }
  const text = random.chance(0.1) ? random.pick(hostileJsonTexts) : writeJson(value)
  const type = random.chance(0.95) ? 'application/json' : random.pick(contentTypes)
  return { bytes: Buffer.from(text), headers: type ? [['content-type', type]] : [] }
}

const contentRanges = ['bytes 0-9/10', 'bytes 0-65535/99999', 'bytes 9-0/10', 'bytes */*', '99999999999999999999', '']

const contentTypes = [
  '',
  'application/json; charset=utf-16',
  'application/json; charset=nothing',
  'APPLICATION/JSON',
  'application/json, application/json',
  'application/vnd.api+json',
  'text/plain',
  'text/html; <script>',
  'application/x-www-form-urlencoded',
  'multipart/form-data; boundary=x',
  '*/*',
  ';',
  'application/json;\tcharset="utf-8',
]

function callerHeaders({ access }: Operation, { random, admin }: CaseIngredients): Header[] {
  const from: Header = ['x-forwarded-for', random.chance(0.97) ? someAddress(random) : random.pick(oddAddresses)]
  if (!needsSession(access) || random.chance(0.04)) return [from]
  const csrf = random.chance(0.97) ? admin['x-csrf-token'] : random.pick(hostileTexts).slice(0, 400)
  return [from, ['cookie', admin.cookie], ['x-csrf-token', csrf]]
}

const oddAddresses = [
  '',
  ',',
  '::1',
  '[::1]:80',
  'a, b, c',
  '1.2.3.4.5',
  '::ffff:1.2.3.4',
  'fe80::1%eth0',
  '9'.repeat(900),
  '1.2.3.4:99999',
]

const hostileHeaders: readonly Header[] = [
  ['if-none-match', '*'],
  ['if-none-match', `${'"a",'.repeat(2_000)}"b"`],
  ['if-none-match', 'W/'],
  ['if-match', '"x"'],
  ['if-modified-since', 'Thu, 99 Foo 99999 99:99:99 GMT'],
  ['if-unmodified-since', '0'],
  ['if-range', '"x"'],
  ['range', 'bytes=0-0'],
  ['range', 'bytes=-0'],
  ['range', 'bytes=99999999999999999999-'],
  ['range', `bytes=${Array.from({ length: 1_500 }, (_, index) => `${index}-${index}`).join(',')}`],
  ['range', 'bytes=5-1,,-,x'],
  ['range', 'lines=1-2'],
  ['accept-encoding', 'gzip;q=2, br;q=-1, *;q=NaN'],
  ['accept-encoding', `${'gzip,'.repeat(2_000)}x`],
  ['accept', 'text/html;q=1e400'],
  ['accept-language', '-'.repeat(4_000)],
  ['cookie', 'sid=s%3Aforged.signature; sid=x; =; ;;; a'],
  ['cookie', `sid=${'x'.repeat(8_000)}`],
  ['cookie', 'sid=%E0%A4%A; sid=%00'],
  ['cookie', `${'a=b; '.repeat(2_000)}`],
  ['authorization', 'Bearer x'],
  ['x-forwarded-host', 'elsewhere.example, [::1]:80, a b'],
  ['x-forwarded-host', '<script>'],
  ['x-forwarded-proto', 'javascript'],
  ['x-http-method-override', 'DELETE'],
  ['idempotency-key', 'no uuid'],
  ['idempotency-key', '11111111-1111-4111-8111-111111111111'],
  ['origin', 'null'],
  ['expect', '100-continue'],
  ['expect', 'something'],
  ['upgrade', 'websocket'],
  ['connection', 'upgrade, close, keep-alive'],
  ['content-encoding', 'gzip'],
  ['user-agent', '\u001b[31m=cmd|x\t{"level":60}'],
  ['user-agent', 'u'.repeat(9_000)],
  ['te', 'trailers, deflate;q=0.5'],
  ['host', 'x'.repeat(4_000)],
  ['host', ''],
  ['host', 'a@b:c/d?e'],
]

const oddHeaders = (random: Random): Header[] => (random.chance(0.75) ? [] : [random.pick(hostileHeaders)])

/** Another attack covers requests that are not HTTP. */
const withoutControls = (headers: readonly Header[]): Header[] =>
  headers.map(([name, value]) => [name, value.replaceAll(/[\r\n\0]/g, '')])

/** Without spaces and line breaks, which would end the request line; other bytes unchanged. */
const asTarget = (text: string): string => Buffer.from(text.replaceAll(/[\s\0]/g, '%20')).toString('latin1')
