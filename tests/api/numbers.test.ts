import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { loginAsAdmin, type Session } from '#tests/support/admin.ts'
import { startApp, type TestApp } from '#tests/support/start-app.ts'
import { bodyOf, uploadGroup } from '#tests/support/upload.ts'

let app: TestApp
let admin: Session
beforeAll(async () => {
  app = await startApp()
  admin = await loginAsAdmin(app)
})
afterAll(async () => {
  await app[Symbol.asyncDispose]()
})

/** Everything but `-?[0-9]{1,15}` (D62). */
const noIntegers = [
  '1e3',
  '1e999',
  '0x1',
  '%2B1',
  '%201',
  '1%20',
  '1.0',
  '1,0',
  '١',
  '١٢',
  '1'.repeat(16),
  '',
  '--1',
  '-',
  'NaN',
  'Infinity',
  'null',
  'true',
]

const parameters: [path: string, name: string, range: string][] = [
  ['/api/groups', 'limit', '1 to 1000'],
  ['/api/groups', 'offset', '0 to 2147483647'],
  ['/api/admin/groups', 'limit', '1 to 1000'],
  ['/api/admin/groups', 'offset', '0 to 2147483647'],
  ['/api/admin/deletion-log', 'limit', '1 to 1000'],
  ['/api/admin/management-audit', 'limit', '1 to 1000'],
  ['/api/admin/groups/by-consent', 'platformId', '1 to 2147483647'],
  ['/api/admin/consents/export', 'year', '0 to 9999'],
]

describe('an integer in a query (D62)', () => {
  describe.each(parameters)('%s?%s', (path, name, range) => {
    it.each(noIntegers)('400 for "%s", with the allowed range', async (value) => {
      const response = await admin.fetch(`${path}?${name}=${value}`)
      expect(response.status).toBe(400)
      expect(await bodyOf(response)).toMatchObject({
        code: 'INVALID_PARAMETER',
        message: `${name} must be an integer from ${range}`,
        details: { field: name },
      })
    })

    it('400 for a number outside the range, with the allowed range', async () => {
      for (const value of ['-1', '999999999999999']) {
        const response = await admin.fetch(`${path}?${name}=${value}`)
        expect(response.status).toBe(400)
        expect(await bodyOf(response)).toMatchObject({ message: `${name} must be an integer from ${range}` })
      }
    })

    it('400 for a parameter that is repeated', async () => {
      for (const query of [`${name}=1&${name}=2`, `${name}=1&${name}=1`, `${name}=1&${name}=`]) {
        const response = await admin.fetch(`${path}?${query}`)
        expect(response.status).toBe(400)
        expect(await bodyOf(response)).toMatchObject({
          code: 'INVALID_PARAMETER',
          message: `${name} must be given only once`,
        })
      }
    })
  })

  it('400 for any other parameter that is repeated', async () => {
    for (const path of ['/api/admin/groups?status=approved&status=changed', '/api/admin/groups?search=a&search=b']) {
      const response = await admin.fetch(path)
      expect(response.status).toBe(400)
      expect(await bodyOf(response)).toMatchObject({ message: expect.stringMatching(/ must be given only once$/) })
    }
  })

  it('names the allowed values of a flag', async () => {
    for (const value of ['1', 'TRUE', 'yes', '']) {
      const response = await admin.fetch(`/api/admin/groups?workshopOnly=${value}`)
      expect(response.status).toBe(400)
      expect(await bodyOf(response)).toMatchObject({ message: 'workshopOnly must be true or false' })
    }
  })
})

describe('an id in a path', () => {
  it('404 for an id that is not an integer or too large for the database', async () => {
    const { groupId, managementToken, images } = await uploadGroup(app)
    const id = images[0]?.id
    for (const imageId of [...noIntegers.filter(Boolean), `${id}e0`, `0x${id}`, '-1', '2147483648', '9'.repeat(15)]) {
      const response = await admin.fetch(`/api/admin/groups/${groupId}/images/${imageId}`, { method: 'DELETE' })
      expect([imageId, response.status]).toEqual([imageId, 404])
      const owned = await app.fetch(`/api/manage/${managementToken}/images/${imageId}`, { method: 'DELETE' })
      expect([imageId, owned.status]).toEqual([imageId, 404])
      const takedown = await admin.fetch(`/api/admin/consents/takedowns/${groupId}/${imageId}`, {
        method: 'PATCH',
        json: { done: true },
      })
      expect([imageId, takedown.status]).toEqual([imageId, 404])
    }
  })
})

describe('an id in a body', () => {
  it.each(['1e999', '1e300', '9007199254740993', '2147483648', '1.5', '-1', '"1"'])('400 for %s', async (id) => {
    const { groupId, managementToken } = await uploadGroup(app)
    const headers = { 'content-type': 'application/json' }
    const bodies: [path: string, method: string, body: string][] = [
      [`/api/manage/${managementToken}/reorder`, 'PUT', `{"imageIds":[${id}]}`],
      [
        `/api/manage/${managementToken}/images/descriptions`,
        'PUT',
        `{"descriptions":[{"imageId":${id},"description":"a"}]}`,
      ],
      [
        `/api/manage/${managementToken}/consents`,
        'PUT',
        `{"consentType":"social_media","action":"restore","platformId":${id}}`,
      ],
      [
        `/api/admin/groups/${groupId}/consents`,
        'POST',
        `{"socialMediaConsents":[{"platformId":${id},"consented":true}]}`,
      ],
      [`/api/admin/groups/${groupId}`, 'PATCH', `{"year":${id}}`],
    ]
    for (const [path, method, body] of bodies) {
      const response = await admin.fetch(path, { method, body, headers })
      expect([path, response.status]).toEqual([path, 400])
    }
  })
})
