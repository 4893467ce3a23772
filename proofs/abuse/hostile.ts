import type { Random } from '#proofs/random.ts'

/** Texts that have broken other services: in JSON, paths, file names and table cells. */
export const hostileTexts: readonly string[] = [
  '',
  ' ',
  '\0',
  'a\0b',
  '\u001b[31mred\u001b[0m\u001b]0;title\u0007',
  'line\r\nX-Injected: yes\r\n\r\n{"level":60,"msg":"forged"}',
  '\u2028\u2029\u0085',
  '\ud800',
  '\udfff\ud800',
  '\u202eright to left',
  '👩‍👩‍👧‍👦'.repeat(60),
  'Z\u0351\u036b\u0343\u036a\u0302'.repeat(80),
  'ﷺ'.repeat(300),
  "'; drop table groups; --",
  '" or 1=1 --',
  '%_\\%',
  '$' + '{7*7}{{7*7}}<%= 7*7 %>',
  '<script>alert(1)</script><img src=x onerror=alert(1)>',
  '../../../../etc/passwd',
  '..\\..\\session-secret',
  '/etc/passwd',
  'C:\\windows\\win.ini',
  'file:///etc/passwd',
  'a.jpg\0.png',
  'CON',
  '-1',
  '0',
  '1e309',
  '0x10',
  '9007199254740993',
  '170141183460469231731687303715884105728',
  'NaN',
  'true',
  'null',
  '[object Object]',
  '__proto__',
  'constructor',
  'toString',
  '=1+1',
  '=HYPERLINK("http://evil.example","x")',
  '+cmd|/C calc!A0',
  '-2+3',
  '@SUM(A1)',
  '\t=1+1',
  '\r=1+1',
  'x'.repeat(201),
  'x'.repeat(70_000),
]

/** A placeholder for text that JSON.stringify would not write; `writeJson` replaces it. */
export interface RawJson {
  readonly rawJson: string
}
const raw = (rawJson: string): RawJson => ({ rawJson })

const hostileValues: readonly unknown[] = [
  null,
  true,
  false,
  0,
  -1,
  1.5,
  2 ** 31,
  2 ** 53,
  -(2 ** 63),
  [],
  {},
  [[]],
  [null],
  { length: 1e9 },
  { toString: 'x', valueOf: null },
  raw('1e400'),
  raw('-0'),
  raw('123456789012345678901234567890'),
  raw('1E-400'),
  raw('"\\ud800"'),
  raw('"\\u0000"'),
  raw(`${'['.repeat(20_000)}${']'.repeat(20_000)}`),
  raw(`${'{"a":'.repeat(5_000)}1${'}'.repeat(5_000)}`),
  raw('{"__proto__":{"isAdmin":true}}'),
  raw('{"constructor":{"prototype":{"role":"admin"}}}'),
  raw('{"a":1,"a":2,"a":3}'),
  Array.from({ length: 5_000 }, (_, index) => index),
]

export const hostileValue = (random: Random): unknown =>
  random.chance(0.5) ? random.pick(hostileValues) : random.pick(hostileTexts)

const isRaw = (value: unknown): value is RawJson =>
  typeof value === 'object' && value !== null && typeof (value as RawJson).rawJson === 'string'

/** JSON text of a value, with its raw pieces as they are. */
export function writeJson(value: unknown): string {
  const pieces: string[] = []
  const text = JSON.stringify(value, (_key, each) => {
    if (!isRaw(each)) return each
    pieces.push(each.rawJson)
    return `\u0001raw${pieces.length - 1}\u0001`
  })
  return (text ?? '').replaceAll(/"\\u0001raw(\d+)\\u0001"/g, (_, index) => pieces[Number(index)] ?? '')
}

/** Invalid and odd JSON texts. */
export const hostileJsonTexts: readonly string[] = [
  '',
  ' ',
  '{',
  '}',
  '[1,',
  '{"a":}',
  '{a:1}',
  "{'a':1}",
  '{"a":1}{"b":2}',
  '\ufeff{}',
  '"',
  'nul',
  'NaN',
  'undefined',
  '{"a":\u0000}',
  '// comment\n{}',
  '\xff\xfe{\0}\0',
  '['.repeat(200_000),
  '{"a":'.repeat(50_000),
  `"${'x'.repeat(2 ** 20)}"`,
  `[${'1,'.repeat(400_000)}1]`,
]
