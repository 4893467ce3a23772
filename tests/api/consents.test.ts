import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { parse } from 'csv-parse/sync'
import { afterAll, beforeAll, beforeEach, describe, expect, inject, it } from 'vitest'
import type { ConsentChange, ExportedConsent } from '#contract/consents.ts'
import type { AdminGroupSummary, ConsentView } from '#contract/shapes.ts'
import type { Group } from '#server/domain/group.ts'
import { changeConsent } from '#server/groups/change-consent.ts'
import { loginAsAdmin, type Session } from '#tests/support/admin.ts'
import { seedGroups } from '#tests/support/seed-groups.ts'
import { startApp, type TestApp } from '#tests/support/start-app.ts'
import { type UploadedGroup, uploadGroup } from '#tests/support/upload.ts'

let app: TestApp
let admin: Session
beforeAll(async () => {
  app = await startApp()
  admin = await loginAsAdmin(app)
})
afterAll(async () => {
  await app[Symbol.asyncDispose]()
})

type Init = Parameters<Session['fetch']>[1]

async function ask<T>(path: string, init?: Init): Promise<T> {
  const response = await admin.fetch(path, init)
  const body = await response.json()
  if (response.status !== 200) throw new Error(`${path}: ${response.status} ${JSON.stringify(body)}`)
  return body as T
}

async function refused(path: string, init: Init, status: number, code: string): Promise<void> {
  const response = await admin.fetch(path, init)
  expect(await response.json()).toMatchObject({ success: false, code, message: expect.any(String) })
  expect(response.status).toBe(status)
}

const consentsPath = (groupId: string) => `/api/admin/groups/${groupId}/consents`
const getConsents = (groupId: string) => ask<ConsentView>(consentsPath(groupId))
const setConsents = (groupId: string, json: unknown) =>
  ask<ConsentView>(consentsPath(groupId), { method: 'POST', json })
const uploadWith = (...platformIds: number[]) =>
  uploadGroup(app, { parts: { consents: { workshopConsent: true, socialMediaConsents: platformIds } } })

/** What the owner does through the management portal. */
const byOwner = (groupId: string, action: 'revoke' | 'restore', platformId: number | null) => {
  const { deps } = app.app
  return deps.database.transaction((tx) =>
    changeConsent(deps, tx, { groupId, action, platformId, changedBy: 'management_link' }),
  )
}

describe('listAllPlatforms', () => {
  it('lists the platforms', async () => {
    expect(await ask('/api/admin/social-media/platforms')).toEqual([
      { platform_id: 1, platform_name: 'facebook', display_name: 'Facebook', icon_name: 'facebook', is_active: true },
      {
        platform_id: 2,
        platform_name: 'instagram',
        display_name: 'Instagram',
        icon_name: 'instagram',
        is_active: true,
      },
      { platform_id: 3, platform_name: 'tiktok', display_name: 'TikTok', icon_name: 'tiktok', is_active: true },
    ])
  })
})

describe('getGroupConsents', () => {
  it('shows workshop and platforms with their times', async () => {
    const group = await uploadWith(2)
    await byOwner(group.groupId, 'revoke', 2)
    const { socialMediaConsents, ...view } = await getConsents(group.groupId)
    expect(view).toEqual({
      groupId: group.groupId,
      workshopConsent: true,
      consentTimestamp: group.uploadDate,
    })
    expect(socialMediaConsents).toEqual([
      {
        platformId: 2,
        platformName: 'instagram',
        displayName: 'Instagram',
        consented: true,
        consentTimestamp: group.uploadDate,
        revoked: true,
        revokedTimestamp: expect.any(String),
      },
    ])
  })

  it('404 when the group is unknown', async () => {
    await refused(consentsPath('unknown'), {}, 404, 'GROUP_NOT_FOUND')
  })
})

describe('setGroupConsents', () => {
  let group: UploadedGroup
  beforeEach(async () => {
    group = await uploadWith(1)
  })
  const inForce = ({ socialMediaConsents }: ConsentView) =>
    socialMediaConsents.filter(({ revoked }) => !revoked).map(({ platformId }) => platformId)

  it('changes what is named and leaves the rest', async () => {
    const answer = await setConsents(group.groupId, { socialMediaConsents: [{ platformId: 3, consented: true }] })
    expect(answer).toMatchObject({ success: true, message: expect.any(String), workshopConsent: true })
    expect(inForce(answer)).toEqual([1, 3])
    expect(await getConsents(group.groupId)).toMatchObject({ socialMediaConsents: answer.socialMediaConsents })
    const revoked = await setConsents(group.groupId, { workshopConsent: false })
    expect(revoked.workshopConsent).toBe(false)
    expect(inForce(revoked)).toEqual([1, 3])
  })

  it('takes a bare list of ids, and consented is true when left out', async () => {
    expect(inForce(await setConsents(group.groupId, { socialMediaConsents: [2] }))).toEqual([1, 2])
    expect(inForce(await setConsents(group.groupId, { socialMediaConsents: [{ platformId: 3 }] }))).toEqual([1, 2, 3])
  })

  it('keeps the record of a revoked consent, and makes none for a platform never selected', async () => {
    const socialMediaConsents = [1, 2].map((platformId) => ({ platformId, consented: false }))
    expect((await setConsents(group.groupId, { socialMediaConsents })).socialMediaConsents).toMatchObject([
      { platformId: 1, consented: true, revoked: true, revokedTimestamp: expect.any(String) },
    ])
  })

  it('takes the group off the display at once and brings it back', async () => {
    const { groupId } = group
    await ask(`/api/admin/groups/${groupId}/approve`, { method: 'PATCH' })
    const status = async () => (await app.fetch(`/api/groups/${groupId}`)).status
    expect(await status()).toBe(200)
    await setConsents(groupId, { workshopConsent: false })
    expect(await status()).toBe(404)
    await setConsents(groupId, { workshopConsent: true })
    expect(await status()).toBe(200)
    expect(await ask(`/api/admin/groups/${groupId}`)).toMatchObject({ isApproved: true, changedSinceApproval: false })
  })

  it.each([
    ['nothing is given', {}, 'NO_FIELDS'],
    ['workshopConsent is a text', { workshopConsent: 'true' }, 'INVALID_BODY'],
    ['socialMediaConsents is no list', { socialMediaConsents: 2 }, 'INVALID_BODY'],
    ['an entry has no platformId', { socialMediaConsents: [{ consented: true }] }, 'INVALID_BODY'],
    ['a platform is unknown', { workshopConsent: false, socialMediaConsents: [2, 99] }, 'UNKNOWN_PLATFORM'],
  ])('400 when %s, and nothing changes', async (_, json, code) => {
    const before = await getConsents(group.groupId)
    await refused(consentsPath(group.groupId), { method: 'POST', json }, 400, code)
    expect(await getConsents(group.groupId)).toEqual(before)
  })

  it('404 when the group is unknown', async () => {
    for (const json of [{ workshopConsent: true }, { socialMediaConsents: [] }]) {
      await refused(consentsPath('unknown'), { method: 'POST', json }, 404, 'GROUP_NOT_FOUND')
    }
  })
})

describe('listConsentHistory', () => {
  const path = (groupId: string) => `/api/admin/groups/${groupId}/consent-history`
  const history = async (groupId: string) =>
    (await ask<{ history: ConsentChange[]; total: number }>(path(groupId))).history

  it('tells what was agreed, when, to which wording and by which way it changed', async () => {
    const { groupId, uploadDate } = await uploadWith(2)
    await byOwner(groupId, 'revoke', 2)
    await byOwner(groupId, 'revoke', 2)
    await setConsents(groupId, { workshopConsent: false })
    const workshop = { consentType: 'workshop', platformId: null, platformName: null, wording: expect.any(String) }
    const instagram = { ...workshop, consentType: 'social_media', platformId: 2, platformName: 'instagram' }
    expect(await history(groupId)).toMatchObject([
      { ...workshop, action: 'give', source: 'upload', username: null, timestamp: uploadDate },
      { ...instagram, action: 'give', source: 'upload', username: null, timestamp: uploadDate },
      { ...instagram, action: 'revoke', source: 'management', username: null },
      { ...workshop, action: 'revoke', source: 'admin', username: 'admin' },
    ])
  })

  it('404 when the group is unknown; the history goes with its group', async () => {
    await refused(path('unknown'), {}, 404, 'GROUP_NOT_FOUND')
    const { groupId } = await uploadWith()
    await ask(`/api/admin/groups/${groupId}`, { method: 'DELETE' })
    await refused(path(groupId), {}, 404, 'GROUP_NOT_FOUND')
  })
})

describe('lists of all groups', () => {
  let service: TestApp
  let session: Session
  let groups: Group[]
  beforeAll(async () => {
    service = await startApp()
    session = await loginAsAdmin(service)
    groups = await seedGroups(service.app.deps.database, [
      { displayInWorkshop: false, consentTimestamp: null, year: 2020 },
      { platformIds: [1], isApproved: true, year: 2020 },
      { platformIds: [2], revokedIds: [1] },
      { displayInWorkshop: false, platformIds: [1, 3], isApproved: true },
    ])
  })
  afterAll(() => service[Symbol.asyncDispose]())
  const read = (path: string) => session.fetch(`/api/admin${path}`)
  const positions = (found: readonly { groupId: string }[]) =>
    found.map(({ groupId }) => groups.findIndex((group) => group.groupId === groupId))
  const refuse = async (path: string, code: string, field: string) => {
    const response = await read(path)
    const body = await response.json()
    expect(body).toMatchObject({ success: false, code, message: expect.stringContaining(field) })
    expect(response.status).toBe(400)
  }

  describe('listGroupsByConsent', () => {
    interface ByConsent {
      count: number
      filters: Record<string, unknown>
      groups: AdminGroupSummary[]
    }
    const list = async (query: string) => (await read(`/groups/by-consent${query}`)).json() as Promise<ByConsent>

    it.each([
      ['', [3, 2, 1, 0]],
      ['?displayInWorkshop=true', [2, 1]],
      ['?displayInWorkshop=false', [3, 0]],
      ['?platformId=1', [3, 1]],
      ['?platformId=1&platformConsent=true', [3, 1]],
      ['?platformId=1&platformConsent=false', [2, 0]],
      ['?platformConsent=true', [3, 2, 1]],
      ['?platformConsent=false', [0]],
      ['?displayInWorkshop=true&platformId=1', [1]],
      ['?displayInWorkshop=false&platformId=1&platformConsent=false', [0]],
      ['?displayInWorkshop=true&platformId=3', []],
    ])('%s: filters combine with AND, revoked is not consented', async (query, expected) => {
      const { count, groups: found } = await list(query)
      expect(positions(found)).toEqual(expected)
      expect(count).toBe(expected.length)
    })

    it('repeats the filters and answers groups as the admin list does', async () => {
      const query = '?displayInWorkshop=true&platformId=1&platformConsent=true'
      const { filters, groups: found } = await list(query)
      expect(filters).toEqual({ displayInWorkshop: true, platformId: 1, platformConsent: true })
      expect((await list('')).filters).toEqual({ displayInWorkshop: null, platformId: null, platformConsent: null })
      const whole = (await (await read('/groups')).json()) as ByConsent
      expect(found[0]).toEqual(whole.groups[2])
    })

    it.each([
      ['platformId=99', 'UNKNOWN_PLATFORM', '99'],
      ['platformId=facebook', 'INVALID_PARAMETER', 'platformId'],
      ['platformId=', 'INVALID_PARAMETER', 'platformId'],
      ['displayInWorkshop=yes', 'INVALID_PARAMETER', 'displayInWorkshop'],
      ['platformId=1&platformConsent=1', 'INVALID_PARAMETER', 'platformConsent'],
    ])('400 for %s', async (query, code, field) => {
      await refuse(`/groups/by-consent?${query}`, code, field)
    })
  })

  describe('exportConsents', () => {
    interface Export {
      exportDate: string
      filters: Record<string, unknown>
      count: number
      data: ExportedConsent[]
    }
    const exportJson = async (query = '') => (await read(`/consents/export${query}`)).json() as Promise<Export>

    it('answers JSON unless asked for CSV', async () => {
      const response = await read('/consents/export')
      expect(response.headers.get('content-type')).toBe('application/json; charset=utf-8')
      const exported = (await response.json()) as Export
      expect(Object.keys(exported).toSorted()).toEqual(['count', 'data', 'exportDate', 'filters'])
      expect(exported.exportDate).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/)
      expect(exported.filters).toEqual({ year: null, approved: null })
      expect(exported.count).toBe(4)
      expect(positions(exported.data)).toEqual([3, 2, 1, 0])
      expect(exported.data[1]).toEqual({
        groupId: groups[2]?.groupId,
        groupName: 'Name 2',
        title: 'Title 2',
        year: 2026,
        uploadDate: groups[2]?.uploadDate,
        isApproved: false,
        workshopConsent: true,
        consentTimestamp: groups[2]?.consentTimestamp,
        socialMediaConsents: [
          expect.objectContaining({ platformName: 'facebook', consented: true, revoked: true }),
          expect.objectContaining({ platformName: 'instagram', consented: true, revoked: false }),
        ],
      })
    })

    it.each([
      ['?year=2020', [1, 0]],
      ['?approved=true', [3, 1]],
      ['?approved=false', [2, 0]],
      ['?year=2020&approved=true&format=json', [1]],
      ['?year=1999', []],
    ])('%s: filters combine with AND', async (query, expected) => {
      const { data, count, filters } = await exportJson(query)
      expect(positions(data)).toEqual(expected)
      expect(count).toBe(expected.length)
      const asked = new URLSearchParams(query)
      expect(filters).toEqual({
        year: asked.has('year') ? Number(asked.get('year')) : null,
        approved: asked.has('approved') ? asked.get('approved') === 'true' : null,
      })
    })

    it('answers CSV with one column per platform', async () => {
      const response = await read('/consents/export?format=csv')
      expect(response.status).toBe(200)
      expect(response.headers.get('content-type')).toBe('text/csv; charset=utf-8')
      expect(response.headers.get('content-disposition')).toMatch(/^attachment; filename="consents-[\d-]+\.csv"$/)
      const bytes = Buffer.from(await response.arrayBuffer())
      expect([...bytes.subarray(0, 3)]).toEqual([0xef, 0xbb, 0xbf])
      const text = bytes.toString('utf8')
      expect(text.split('\r\n')[0]).toBe(
        '\u{feff}groupId,groupName,title,year,uploadDate,isApproved,workshopConsent,consentTimestamp,facebook,instagram,tiktok',
      )
      expect(text).toMatch(/[^\r]\r\n$/)
      const rows = parse<Record<string, string>>(bytes, { bom: true, columns: true })
      expect(positions(rows as unknown as { groupId: string }[])).toEqual([3, 2, 1, 0])
      expect(rows[1]).toEqual({
        groupId: groups[2]?.groupId,
        groupName: 'Name 2',
        title: 'Title 2',
        year: '2026',
        uploadDate: groups[2]?.uploadDate,
        isApproved: 'false',
        workshopConsent: 'true',
        consentTimestamp: groups[2]?.consentTimestamp,
        facebook: 'revoked',
        instagram: 'true',
        tiktok: 'false',
      })
      expect(rows[3]).toMatchObject({ workshopConsent: 'false', consentTimestamp: '', facebook: 'false' })
    })

    it('takes the filters for CSV too; without a match only the header is left', async () => {
      const rowsOf = async (query: string) =>
        parse(await (await read(`/consents/export?format=csv${query}`)).text(), { bom: true })
      expect((await rowsOf('&approved=true')).map(([groupId]) => groupId)).toEqual([
        'groupId',
        groups[3]?.groupId,
        groups[1]?.groupId,
      ])
      expect(await rowsOf('&year=1999')).toHaveLength(1)
    })

    it.each([
      ['format=xml', 'format'],
      ['format=CSV', 'format'],
      ['format=', 'format'],
      ['year=last', 'year'],
      ['year=2020.5', 'year'],
      ['year=1e30', 'year'],
      ['approved=yes', 'approved'],
      ['approved=1', 'approved'],
      ['format=csv&approved=', 'approved'],
    ])('400 for %s', async (query, field) => {
      await refuse(`/consents/export?${query}`, 'INVALID_PARAMETER', field)
    })
  })
})

describe('exportConsents with texts that are hard to carry', () => {
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

  it('brings every text through a CSV parser, and none that a spreadsheet would run', async () => {
    await using service = await startApp()
    const session = await loginAsAdmin(service)
    await seedGroups(
      service.app.deps.database,
      texts.map((text) => ({ title: text, name: text })),
    )
    const csv = await (await session.fetch('/api/admin/consents/export?format=csv')).text()
    const rows = parse<Record<string, string>>(csv, { bom: true, columns: true }).toReversed()
    for (const [index, text] of texts.entries()) {
      const { title = '', groupName } = rows[index] ?? {}
      expect(groupName).toBe(title)
      expect(title.replaceAll("'", '')).toBe(text.replaceAll("'", ''))
      if (!/[=+\-@]/.test(text)) expect(title).toBe(text)
    }
    expect(rows.flatMap((row) => Object.values(row)).filter((cell) => /^[=+\-@\t\r]/.test(cell))).toEqual([])
    // A spreadsheet that takes semicolons for separators knows nothing of the quotes inside a line.
    expect(csv.split(/[;\r\n]/).filter((cell) => /^"*[=+\-@\t\r]/.test(cell))).toEqual([])
    const json = (await (await session.fetch('/api/admin/consents/export')).json()) as { data: ExportedConsent[] }
    expect(json.data.map(({ title }) => title).toReversed()).toEqual(texts)
  })
})

// On the other engine only the 10,000 single inserts would take longer.
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

  it.each(['json', 'csv'])('needs no more memory than one of a few: %s', async (format) => {
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
