import { createConfig, lintFromString } from '@redocly/openapi-core'
import { describe, expect, it } from 'vitest'
import { openApiDocument } from '#contract/openapi/openapi.ts'
import { errorCodes, statusOf } from '#contract/operation/errors.ts'
import { commonCodes, errorStatuses, possibleCodes } from '#contract/operation/possible-codes.ts'
import { operations } from '#contract/operations.ts'
import { getGroup, listGroups } from '#contract/public-groups.ts'
import { version } from '#server/config/version.ts'
import { registeredOperations } from '#server/http/route.ts'
import { startApp } from '#tests/support/start-app.ts'
import { bodyOf } from '#tests/support/upload.ts'

const rules = {
  // OpenAPI matches concrete path segments before templated ones, and so does the server.
  'no-ambiguous-paths': 'off',
  // Two operations take no input and are open to everyone on every host, so no client can do anything wrong.
  'operation-4xx-response': 'off',
} as const

async function findings(document: object): Promise<string[]> {
  const config = await createConfig({ extends: ['recommended'], rules })
  const problems = await lintFromString({ source: JSON.stringify(document), config })
  return problems.map(({ ruleId, message, location }) => `${ruleId}: ${message} ${location[0]?.pointer}`)
}

// biome-ignore lint/suspicious/noExplicitAny: the tests walk freely through the document
const document: any = openApiDocument(operations, '2.0.1')
const all = Object.entries(operations)

describe('openApiDocument', () => {
  it('passes the recommended rules of a public linter', async () => {
    expect(await findings(document)).toEqual([])
  })

  it('is really checked: a planted fault is reported', async () => {
    const { paths, ...rest } = document
    expect(await findings({ ...rest, paths: { '/x': { get: { summary: 'x', responses: {} } } } })).not.toEqual([])
  })

  it('has the version of the interface, and names the release that answers', () => {
    expect(document.info.version).toBe('1.0.0')
    expect(document.info.description).toContain('release 2.0.1')
  })

  it('contains only the given operations', () => {
    const part = openApiDocument({ listGroups, getGroup }, '1')
    expect(Object.keys(part.paths)).toEqual(['/api/groups', '/api/groups/{groupId}'])
    expect(part.tags.map((tag) => tag.name)).toEqual(['Public groups'])
    expect(Object.keys(part.components.schemas)).toEqual(['Error', 'PublicGroup', 'PublicImage'])
  })

  it('describes every section', () => {
    expect(document.tags.filter((tag: { description?: string }) => !tag.description)).toEqual([])
  })

  it('lists every error code', () => {
    expect(Object.keys(errorCodes).filter((code) => !document.info.description.includes(`\`${code}\``))).toEqual([])
  })

  it('requires the CSRF token for writes with a session', () => {
    expect(document.paths['/api/admin/groups'].get.security).toEqual([{ session: [] }])
    expect(document.paths['/api/admin/users'].post.security).toEqual([{ session: [], csrfToken: [] }])
    expect(document.paths['/auth/logout'].post.security).toEqual([{ session: [], csrfToken: [] }, {}])
    expect(document.paths['/api/manage/{token}'].delete.security).toEqual([])
  })

  it('describes the parts of an upload', () => {
    const form = document.paths['/api/upload/batch'].post.requestBody.content['multipart/form-data']
    expect(Object.keys(form.schema.properties)).toEqual([
      'images',
      'metadata',
      'descriptions',
      'consents',
      'description',
      'exhibition',
      'accessCode',
      'staffLink',
    ])
    expect(form.encoding).toEqual({ images: { contentType: 'image/jpeg, image/png, image/webp' } })
  })
})

describe('the server', () => {
  it('serves the document with its registered operations', async () => {
    await using service = await startApp()
    const names = registeredOperations(service.app.http)
    const built = Object.fromEntries(all.filter(([name]) => names.includes(name)))
    const answer = await bodyOf<object>(await service.fetch('/api/openapi.json'))
    expect(answer).toEqual(JSON.parse(JSON.stringify(openApiDocument(built, version))))
    expect(await findings(answer)).toEqual([])
  })
})

describe('possibleCodes', () => {
  it.each(all)('%s: each error status has a code, and each own code has its status', (_, entry) => {
    const statuses = [...errorStatuses(entry), ...Object.keys(entry.responses).map(Number)]
    expect(errorStatuses(entry).filter((status) => possibleCodes(entry, status).length === 0)).toEqual([])
    expect((entry.codes ?? []).filter((code) => !statuses.includes(statusOf(code, entry.codeStatus)))).toEqual([])
  })

  it('every code can come from some operation, from a static file, or from no path or method', () => {
    const possible = all.flatMap(([, entry]) =>
      Object.values(errorCodes).flatMap(([status]) => possibleCodes(entry, status)),
    )
    const common = ['METHOD_NOT_ALLOWED', 'PRECONDITION_FAILED', ...commonCodes]
    expect(Object.keys(errorCodes).filter((code) => ![...possible, ...common].includes(code))).toEqual([])
  })
})
