import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { parse } from 'csv-parse/sync'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { loginAsAdmin, type Session } from '#tests/support/admin.ts'
import { ask } from '#tests/support/ask.ts'
import { seedGroups } from '#tests/support/seed-groups.ts'
import { startApp, type TestApp } from '#tests/support/start-app.ts'

describe('exportConsents with texts that CSV has to quote', () => {
  const texts = [
    'Plain',
    'Quote " and, comma',
    'Two\nlines',
    'Ünïcødé 😀 ＝',
    'a;b',
    '"',
    ',',
    '=1+1',
    "=cmd|' /C calc'!A0",
    '+49 30 1234',
    '-5',
    '@SUM(A1)',
    'Fair;=HYPERLINK("http://example.org")',
    'Fair\n=1+1',
  ]

  it('survives a CSV parser and contains no formula that a spreadsheet would run', async () => {
    await using service = await startApp()
    const session = await loginAsAdmin(service)
    await seedGroups(
      service.app.deps.database,
      texts.map((text) => ({ title: text, name: text })),
    )
    const csv = await (await session.fetch('/api/admin/consents/export?format=csv')).text()
    // Spreadsheets end a row at any line break outside of quotes.
    const rows = parse<Record<string, string>>(csv, {
      bom: true,
      columns: true,
      record_delimiter: ['\r\n', '\n'],
    }).toReversed()
    for (const [index, text] of texts.entries()) {
      const { title = '', groupName } = rows[index] ?? {}
      expect(groupName).toBe(title)
      expect(title.replaceAll("'", '')).toBe(text.replaceAll("'", ''))
      if (!/[=+\-@]/.test(text)) expect(title).toBe(text)
    }
    expect(rows.flatMap((row) => Object.values(row)).filter((cell) => /^[=+\-@\t\r]/.test(cell))).toEqual([])
    // A spreadsheet with semicolons as separators ignores quotes inside a line.
    expect(csv.split(/[;\r\n]/).filter((cell) => /^"*[=+\-@\t\r]/.test(cell))).toEqual([])
    const json = await ask(session, 'exportConsents')
    expect(json.data.map(({ title }) => title).toReversed()).toEqual(texts)
  })
})

// The other engine would only take longer for the 10,000 inserts.
describe.skipIf(inject('engine') !== 'sqlite')('exportConsents of 10,000 groups', () => {
  setFlagsFromString('--expose-gc')
  const collectGarbage = runInNewContext('gc') as () => void
  const usedMiB = () => {
    collectGarbage()
    return process.memoryUsage().heapUsed / 2 ** 20
  }

  let service: TestApp
  let session: Session
  beforeAll(async () => {
    service = await startApp()
    session = await loginAsAdmin(service)
    const title = 'One of many. '.repeat(15)
    await seedGroups(
      service.app.deps.database,
      Array.from({ length: 10_000 }, () => ({ title, images: 0 })),
    )
  })
  afterAll(() => service[Symbol.asyncDispose]())

  it.each(['json', 'csv'])('needs no more memory than an export of a few groups: %s', async (format) => {
    const before = usedMiB()
    const response = await session.fetch(`/api/admin/consents/export?format=${format}`)
    let peak = usedMiB()
    let bytes = 0
    let chunks = 0
    for await (const chunk of response.body ?? []) {
      bytes += chunk.length
      if (++chunks % 20 === 0) peak = Math.max(peak, usedMiB())
    }
    expect(chunks).toBeGreaterThan(40)
    expect(bytes / 2 ** 20).toBeGreaterThan(3)
    expect(peak - before).toBeLessThan(2)
  })
})
