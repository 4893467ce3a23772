/**
 * Rules and points of the MDN HTTP Observatory 1.4 (algorithm 5) for headers, cookies and scripts. Its own package brings
 * 230 others and scans public hosts only.
 */
export interface ScannedSite {
  readonly headers: Headers
  readonly html: string
  /** The lines `Set-Cookie` of the whole site. */
  readonly cookies: readonly string[]
  /** The answer to a request with a foreign `Origin`. */
  readonly foreign: Headers
}

export interface Verdict {
  /** The points of each test. */
  readonly tests: Readonly<Record<string, number>>
  readonly score: number
  readonly grade: string
}

const minimumForExtra = 90

export function rate(site: ScannedSite): Verdict {
  const tests = {
    'content-security-policy': cspPoints(site.headers.get('content-security-policy')),
    cookies: cookiePoints(site.cookies, hstsPoints(site.headers) === 0),
    'cross-origin-resource-sharing': corsPoints(site.foreign),
    'cross-origin-resource-policy': corpPoints(site.headers.get('cross-origin-resource-policy')),
    'referrer-policy': referrerPoints(site.headers.get('referrer-policy')),
    'strict-transport-security': hstsPoints(site.headers),
    'subresource-integrity': scriptPoints(site.html),
    'x-content-type-options': site.headers.get('x-content-type-options')?.trim().toLowerCase() === 'nosniff' ? 0 : -5,
    'x-frame-options': framePoints(site.headers),
  }
  const points = Object.values(tests)
  const plain = points.filter((each) => each < 0).reduce((sum, each) => sum + each, 100)
  const extra = points.filter((each) => each > 0).reduce((sum, each) => sum + each, 0)
  const score = Math.max(0, plain >= minimumForExtra ? plain + extra : plain)
  return { tests, score, grade: gradeOf(score) }
}

function gradeOf(score: number): string {
  if (score >= 100) return 'A+'
  const grades: readonly (readonly [from: number, grade: string])[] = [
    [90, 'A'],
    [85, 'A-'],
    [80, 'B+'],
    [70, 'B'],
    [65, 'B-'],
    [60, 'C+'],
    [50, 'C'],
    [45, 'C-'],
    [40, 'D+'],
    [30, 'D'],
    [25, 'D-'],
  ]
  return grades.find(([from]) => score >= from)?.[1] ?? 'F'
}

type Policy = ReadonlyMap<string, ReadonlySet<string>>

const broad = ['ftp:', 'http:', 'https:', '*', 'http://*', 'http://*.*', 'https://*', 'https://*.*']
const inline = ["'unsafe-inline'", 'data:']
const hasAny = (sources: ReadonlySet<string>, unwanted: readonly string[]) => unwanted.some((each) => sources.has(each))

const parsePolicy = (text: string): Policy =>
  new Map(
    text
      .split(';')
      .map((part) => part.trim().split(/\s+/))
      .filter(([name]) => name)
      .map(([name = '', ...sources]) => [name.toLowerCase(), new Set(sources.length > 0 ? sources : ["'none'"])]),
  )

function cspPoints(header: string | null): number {
  if (header === null || header.trim().length < 'img-src'.length) return -25
  const policy = parsePolicy(header)
  const byDefault = policy.get('default-src')
  const of = (name: string): ReadonlySet<string> => policy.get(name) ?? byDefault ?? new Set(['*'])
  const [scripts, styles, objects] = [of('script-src'), of('style-src'), of('object-src')]
  const insecure = (sources: Iterable<string>) => [...sources].some((each) => /^(http|ftp):/.test(each))
  const passive = ['img-src', 'media-src']
  const active = [...policy].filter(([name]) => !passive.includes(name)).flatMap(([, sources]) => [...sources])
  if (hasAny(scripts, [...broad, ...inline]) || hasAny(objects, broad)) return -20
  if (insecure(active)) return -20
  if (hasAny(scripts, ["'unsafe-eval'"]) || hasAny(styles, ["'unsafe-eval'"])) return -10
  if (passive.some((name) => insecure(of(name)))) return -10
  if (hasAny(styles, [...broad, ...inline])) return 0
  return byDefault?.size === 1 && byDefault.has("'none'") ? 10 : 5
}

function cookiePoints(cookies: readonly string[], isHstsSet: boolean): number {
  if (cookies.length === 0) return 0
  const points = cookies.map((cookie) => {
    const [pair = '', ...attributes] = cookie.split(';').map((each) => each.trim().toLowerCase())
    const name = pair.split('=', 1)[0] ?? ''
    // The Observatory does not recognise `sid` as a session cookie; here it is one.
    const isSession = /login|sess|^sid$/.test(name)
    const isSecure = attributes.includes('secure')
    const sameSite = attributes.find((each) => each.startsWith('samesite'))?.split('=')[1]
    if (isSession && !isSecure) return isHstsSet ? -10 : -40
    if (isSession && !attributes.includes('httponly')) return -30
    if (sameSite !== undefined && !['lax', 'strict', 'none'].includes(sameSite)) return -20
    if (!isSecure) return isHstsSet ? -5 : -20
    if (name.includes('csrf') && sameSite === undefined) return -20
    return sameSite === undefined ? 0 : 5
  })
  return Math.min(...points)
}

const corsPoints = (foreign: Headers): number => {
  const allowed = foreign.get('access-control-allow-origin')
  const withCredentials = foreign.get('access-control-allow-credentials')?.toLowerCase() === 'true'
  return allowed !== null && allowed !== '*' && withCredentials ? -50 : 0
}

function corpPoints(header: string | null): number {
  const value = header?.trim().toLowerCase()
  if (value === 'same-origin' || value === 'same-site') return 10
  return value === undefined || value === 'cross-origin' ? 0 : -5
}

const privatePolicies = ['no-referrer', 'same-origin', 'strict-origin', 'strict-origin-when-cross-origin']

function referrerPoints(header: string | null): number {
  if (header === null) return 0
  return privatePolicies.includes(header.split(',').at(-1)?.trim().toLowerCase() ?? '') ? 5 : -5
}

const sixMonths = 15_552_000

function hstsPoints(headers: Headers): number {
  const seconds = /(?:^|;)\s*max-age=(\d+)/i.exec(headers.get('strict-transport-security') ?? '')?.[1]
  if (seconds === undefined) return -20
  return Number(seconds) >= sixMonths ? 0 : -10
}

/** Scripts of the own origin need no hash. */
const scriptPoints = (html: string): number => {
  const foreign = [...html.matchAll(/<script[^>]*\ssrc="((?:https?:)?\/\/[^"]+)"[^>]*>/gi)]
  if (foreign.length === 0) return 0
  const isBare = foreign.some(([tag]) => !/\sintegrity=/.test(tag))
  const isInsecure = foreign.some(([, src = '']) => !src.startsWith('https:'))
  if (isInsecure) return isBare ? -50 : -20
  return isBare ? -5 : 5
}

function framePoints(headers: Headers): number {
  if (parsePolicy(headers.get('content-security-policy') ?? '').has('frame-ancestors')) return 5
  const value = headers.get('x-frame-options')?.trim().toLowerCase()
  return value === 'deny' || value === 'sameorigin' || value?.startsWith('allow-from') ? 0 : -20
}
