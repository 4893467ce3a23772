import { readFile } from 'node:fs/promises'
import { operations } from '#contract/operations.ts'
import { isServedOnPublicHost } from '#contract/site/public-host.ts'
import type { ProofLine } from '#proofs/proof.ts'
import type { Attack } from './attack.ts'
import { type Answer, exchange, requestBytes } from './exchange.ts'
import { complaint } from './judge.ts'
import { type Ledger, openLedger } from './ledger.ts'
import { startTarget, type Target } from './target.ts'
import { createWorld } from './world.ts'

const restricted = { ENABLE_HOST_RESTRICTION: 'true', PUBLIC_HOST: 'photos.example', INTERNAL_HOST: 'photos.lan' }

type Header = readonly [name: string, value: string]
interface Naming {
  readonly headers: readonly Header[]
  /** Put before the path, as in `GET http://host/path`. */
  readonly before?: string
}

/** None of these is the internal host, with TRUST_PROXY_HOPS=0. */
const publicNamings: readonly Naming[] = [
  ...[
    'photos.example',
    'PHOTOS.EXAMPLE:443',
    'photos.example.',
    'other.example',
    '',
    'photos.lan.photos.example',
    'photos.lan.example',
    'xphotos.lan',
    '.photos.lan',
    'photos.lan..',
    'photos.lan:80:80',
    'photos.lan:x',
    'photos.lan/',
    'photos.lan/x',
    'photos.lan?',
    'photos.lan#',
    'photos.lan\\',
    'user@photos.lan',
    'photos.lan@photos.example',
    'photos.lan, photos.example',
    'photos.example, photos.lan',
    'photos.lan photos.example',
    'photos%2elan',
    'photos\u00b7lan',
    '127.0.0.1',
    '[::1]',
    '[::ffff:127.0.0.1]:8080',
    'localhost',
    '*',
  ].map((host) => ({ headers: [['host', host] as const] })),
  {
    headers: [
      ['host', 'photos.example'],
      ['host', 'photos.lan'],
    ],
  },
  {
    headers: [
      ['host', 'photos.lan'],
      ['host', 'photos.example'],
    ],
  },
  {
    headers: [
      ['host', 'photos.example'],
      ['x-forwarded-host', 'photos.lan'],
    ],
  },
  {
    headers: [
      ['host', 'photos.example'],
      ['x-forwarded-server', 'photos.lan'],
      ['x-host', 'photos.lan'],
    ],
  },
  {
    headers: [
      ['host', 'photos.example'],
      ['forwarded', 'host=photos.lan'],
    ],
  },
  {
    headers: [
      ['host', 'photos.example'],
      ['x-original-host', 'photos.lan'],
      ['x-rewrite-url', '/api/groups'],
    ],
  },
  { headers: [['host', 'photos.example']], before: 'http://photos.lan' },
  { headers: [['host', 'photos.lan']], before: 'http://photos.example' },
  { headers: [['host', 'photos.lan']], before: 'http://user@photos.example:80' },
  { headers: [['host', 'photos.example']], before: 'http:/' },
]

/** Paths that the public host must not serve, each recognised by its answer. */
const secretsIn =
  /"totalCount"|Title of the proof|"openapi"|swagger|"needsSetup"|"csrfToken"|root:x:0|"name": "werkschau"|SQLite format/

const blockedPaths = [
  ...new Set(
    Object.values(operations)
      .map(({ url }) => url.replaceAll(/\{\w+\}/g, '1'))
      .filter((url) => !isServedOnPublicHost(url)),
  ),
  '/admin',
  '/admin/moderation',
  '/slideshow',
  '/api/docs',
  '/api/docs/',
  '/api/openapi.json',
  '/nothing',
]

const malformations: readonly ((path: string) => string)[] = [
  (path) => path,
  (path) => path.toUpperCase(),
  (path) => `/${path}`,
  (path) => `//${path}`,
  (path) => `/.${path}`,
  (path) => `${path}/`,
  (path) => `${path}//`,
  (path) => `${path}/.`,
  (path) => `${path}.`,
  (path) => `${path};/upload/x`,
  (path) => `${path}%00`,
  (path) => `${path}%20`,
  (path) => `${path}?/upload/x`,
  (path) => `${path}#/upload/x`,
  (path) => path.replace('/', '\\'),
  (path) => path.replaceAll('/', '%2f'),
  (path) => path.replaceAll('/', '%5c'),
  (path) => path.replace(/[a-z]/, (letter) => `%${letter.charCodeAt(0).toString(16)}`),
  (path) => path.replace(/[a-z]/, (letter) => `%25${letter.charCodeAt(0).toString(16)}`),
  (path) => path.replace(/a/, '\u00aa'),
  ...[
    '/upload',
    '/previews',
    '/api/upload',
    '/api/manage',
    '/api/consent',
    '/assets',
    '/manage',
    '/health',
    '/icons',
  ].flatMap((open) => [
    (path: string) => `${open}/..${path}`,
    (path: string) => `${open}/%2e%2e${path}`,
    (path: string) => `${open}/..;${path}`,
    (path: string) => `${open}/..%2f${path.slice(1)}`,
    (path: string) => `${open}%2f..${path}`,
    (path: string) => `${open}\\..${path}`,
    (path: string) => `${open}//..//..${path}`,
  ]),
]

/** The public host serves listed paths only, and no spelling of a path leaves a folder. */
export const bendPathsAndHosts: Attack = {
  share: 0,
  async run({ isLong }) {
    const lines: ProofLine[] = []
    for (const hops of ['0', '1']) {
      await using target = await startTarget({ env: { ...restricted, TRUST_PROXY_HOPS: hops } })
      const ledger = openLedger(`paths and hosts against the public host, TRUST_PROXY_HOPS=${hops}`)
      const namings = hops === '0' ? publicNamings : forwardedNamings
      for (const [index, naming] of namings.entries()) {
        await tryAll(index, { target, ledger, naming, isLong })
      }
      lines.push(ledger.line())
    }
    lines.push(await escapeFolders(isLong ? 1 : 25))
    return lines
  },
}

/** With one proxy, only the last value of `X-Forwarded-Host` counts. */
const forwardedNamings: readonly Naming[] = [
  'photos.example',
  'photos.lan, photos.example',
  'photos.lan,photos.lan,other.example',
  'photos.lan\t,photos.example ',
  'photos.lan:x',
  'photos.lan..',
  '"photos.lan"',
  'photos.lan;',
].flatMap((forwarded) => [
  {
    headers: [
      ['host', 'photos.lan'],
      ['x-forwarded-host', forwarded],
    ] as const,
  },
  {
    headers: [
      ['host', 'photos.lan'],
      ['x-forwarded-host', 'photos.lan'],
      ['x-forwarded-host', forwarded],
    ] as const,
  },
  {
    headers: [
      ['host', 'photos.lan'],
      ['x-forwarded-host', forwarded],
    ] as const,
    before: 'http://photos.lan',
  },
])

interface Try {
  readonly target: Target
  readonly ledger: Ledger
  readonly naming: Naming
  readonly isLong: boolean
}

async function tryAll(index: number, { target, ledger, naming, isLong }: Try): Promise<void> {
  // Every spelling with every host, each for some of the paths: all combinations would be 300,000.
  const paths = blockedPaths.filter(
    (_, at) => at % (isLong ? 4 : blockedPaths.length) === index % (isLong ? 4 : blockedPaths.length),
  )
  const some = isLong ? malformations : malformations.filter((_, at) => at % 12 === index % 12)
  const targets = paths.flatMap((path) => some.map((malform) => `${naming.before ?? ''}${malform(path)}`))
  for (let start = 0; start < targets.length; start += 16) {
    await Promise.all(targets.slice(start, start + 16).map((each) => tryOne(each, { target, ledger, naming })))
  }
}

async function tryOne(path: string, { target, ledger, naming }: Omit<Try, 'isLong'>): Promise<void> {
  ledger.attempt()
  const how = `${JSON.stringify(naming)} ${path}`
  const bytes = requestBytes({ target: Buffer.from(path).toString('latin1'), headers: naming.headers })
  const answer = await exchange(target.port, bytes).catch(() => undefined)
  const wrong = complaint(answer) ?? leak(answer, path)
  if (wrong) ledger.found(wrong, how)
}

function leak(answer: Answer | undefined, path: string): string | undefined {
  if (answer === undefined || answer.status >= 400) return undefined
  if (secretsIn.test(answer.body.toString('latin1'))) return 'something blocked was served'
  const asked = /^(?:[a-z]+:\/\/?[^/]*)?([^?#]*)/i.exec(path)?.[1] || '/'
  return isServedOnPublicHost(asked) ? undefined : `${answer.status} for what is not listed`
}

const outside = [
  'package.json',
  'session-secret',
  'werkschau.db',
  'etc/passwd',
  'proc/self/environ',
  'server/start/main.ts',
]
const ways = [
  '../',
  '..%2f',
  '%2e%2e/',
  '%2e%2e%2f',
  '..\\',
  '..%5c',
  '%252e%252e%252f',
  '....//',
  '..;/',
  '%c0%ae%c0%ae/',
  '.%00./',
  '//',
  '%2f',
  '/',
]
const folders = [
  '/',
  '/assets/',
  '/icons/',
  '/upload/',
  '/previews/',
  '/api/download/',
  '/api/docs/',
  '/manage/',
  '/start.js/',
  '/favicon.svg',
]
const insides = /root:x:0|SQLite format|"name": "werkschau"|PATH=|closeWithGrace/

async function escapeFolders(every: number): Promise<ProofLine> {
  const ledger = openLedger('paths out of the folders with files')
  await using target = await startTarget()
  await createWorld(target)
  const secret = await readFile(`${target.dataDir}/session-secret`, 'utf8')
  const all = folders.flatMap((folder) =>
    ways.flatMap((way) => outside.flatMap((file) => [1, 2, 4, 9].map((deep) => `${folder}${way.repeat(deep)}${file}`))),
  )
  const targets = all.filter((_, at) => at % every === 0)
  for (let start = 0; start < targets.length; start += 16) {
    await Promise.all(
      targets.slice(start, start + 16).map(async (path) => {
        ledger.attempt()
        const answer = await exchange(target.port, requestBytes({ target: path })).catch(() => undefined)
        const text = answer?.body.toString('latin1') ?? ''
        const wrong =
          complaint(answer) ?? (insides.test(text) || text.includes(secret) ? 'a file outside was served' : undefined)
        if (wrong) ledger.found(wrong, path)
      }),
    )
  }
  return ledger.line()
}
