import { parse } from 'csv-parse/sync'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { ErrorCode } from '#contract/operation/errors.ts'
import type { Group } from '#server/domain/group.ts'
import { loginAsAdmin, type Session } from '#tests/support/admin.ts'
import { ask, refused, replyTo } from '#tests/support/ask.ts'
import { seedGroups } from '#tests/support/seed-groups.ts'
import { startApp, type TestApp } from '#tests/support/start-app.ts'

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
  const refuse = async (path: string, code: ErrorCode, field: string) =>
    expect((await refused(read(path), 400, code)).message).toContain(field)

  describe('listGroupsByConsent', () => {
    const list = async (query: string) => replyTo('listGroupsByConsent', await read(`/groups/by-consent${query}`))

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

    it('repeats the filters and returns groups like the admin list', async () => {
      const query = '?displayInWorkshop=true&platformId=1&platformConsent=true'
      const { filters, groups: found } = await list(query)
      expect(filters).toEqual({ displayInWorkshop: true, platformId: 1, platformConsent: true })
      expect((await list('')).filters).toEqual({ displayInWorkshop: null, platformId: null, platformConsent: null })
      // Only the moderators' list compares the photos of groups.
      const { alikeGroups: _, ...listed } = (await ask(session, 'listAdminGroups')).groups[2] ?? {}
      expect(found[0]).toEqual(listed)
    })

    it.each<[string, ErrorCode, string]>([
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
    const exportJson = async (query = '') => replyTo('exportConsents', await read(`/consents/export${query}`))

    it('returns JSON by default', async () => {
      const response = await read('/consents/export')
      expect(response.headers.get('content-type')).toBe('application/json; charset=utf-8')
      const exported = await replyTo('exportConsents', response)
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
        consentVersion: null,
        consentLanguage: null,
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

    it.each(['displayInWorkshop=true', 'platformId=1', 'platformId=1&platformConsent=false', 'platformConsent=true'])(
      '%s: exports the groups that the list has',
      async (query) => {
        const list = await replyTo('listGroupsByConsent', await read(`/groups/by-consent?${query}`))
        const { data, filters } = await exportJson(`?${query}`)
        expect(positions(data)).toEqual(positions(list.groups))
        expect(filters).toMatchObject(
          Object.fromEntries(Object.entries(list.filters).filter(([, value]) => value !== null)),
        )
      },
    )

    it('names the platform in the file name, and refuses an unknown one', async () => {
      const response = await read('/consents/export?platformId=1&format=csv')
      expect(response.headers.get('content-disposition')).toMatch(/filename="consents-facebook-[\d-]+\.csv"$/)
      await response.arrayBuffer()
      await refuse('/consents/export?platformId=99', 'UNKNOWN_PLATFORM', '99')
    })

    it('returns CSV with one column per platform', async () => {
      const response = await read('/consents/export?format=csv')
      expect(response.status).toBe(200)
      expect(response.headers.get('content-type')).toBe('text/csv; charset=utf-8')
      expect(response.headers.get('content-disposition')).toMatch(/^attachment; filename="consents-[\d-]+\.csv"$/)
      const bytes = Buffer.from(await response.arrayBuffer())
      expect([...bytes.subarray(0, 3)]).toEqual([0xef, 0xbb, 0xbf])
      const text = bytes.toString('utf8')
      expect(text.split('\r\n')[0]).toBe(
        '\u{feff}groupId,groupName,title,year,uploadDate,isApproved,workshopConsent,consentTimestamp,facebook,instagram,tiktok,consentVersion,consentLanguage',
      )
      expect(text).toMatch(/[^\r]\r\n$/)
      const rows = parse<Record<string, string>>(bytes, { bom: true, columns: true })
      expect(positions(rows.map(({ groupId = '' }) => ({ groupId })))).toEqual([3, 2, 1, 0])
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
        consentVersion: '',
        consentLanguage: '',
      })
      expect(rows[3]).toMatchObject({ workshopConsent: 'false', consentTimestamp: '', facebook: 'false' })
    })

    it('applies the filters to CSV, too; without a match it returns only the header', async () => {
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
