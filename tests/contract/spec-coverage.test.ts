import { describe, expect, it } from 'vitest'
import { errorStatuses } from '#contract/operation/possible-codes.ts'
import { collectOperations, operations } from '#contract/operations.ts'
import { registeredOperations } from '#server/http/route.ts'
import { atLeast } from '#tests/support/at-least.ts'
import { startApp } from '#tests/support/start-app.ts'
import { specRows } from './spec-rows.ts'

const entries = Object.values(operations)
const entriesOf = (method: string, url: string) =>
  entries.filter((entry) => entry.method === method && entry.url === url)

describe('the contract', () => {
  it.each(specRows)('%s %s has one entry with %i, %j and its fields', (method, url, success, errors, fields) => {
    const found = entriesOf(method, url)
    expect(found).toHaveLength(1)
    const [entry] = atLeast(1, found)
    const { responses } = entry
    const statuses = [...Object.keys(responses).map(Number), ...errorStatuses(entry)]
    expect([success, ...errors].filter((status) => !statuses.includes(status))).toEqual([])
    const { properties = {}, required = [] } = responses[success] as { properties?: object; required?: string[] }
    expect(fields.split(' ').filter((field) => field && !(field in properties && required.includes(field)))).toEqual([])
  })

  it('has no other operations except those beyond the specification', () => {
    const known = specRows.map(([method, url]) => `${method} ${url}`)
    const others = entries.filter((entry) => !known.includes(`${entry.method} ${entry.url}`))
    expect(others.filter((entry) => entry.section !== undefined)).toEqual([])
  })

  it('names every parameter of a path', () => {
    for (const entry of entries) {
      const named = [...entry.url.matchAll(/\{(\w+)\}/g)].map(([, name]) => name)
      const { properties = {} } = (entry.params ?? {}) as { properties?: object }
      expect(Object.keys(properties).toSorted(), entry.url).toEqual(named.toSorted())
    }
  })

  it('refuses two operations with the same name', () => {
    const { login } = operations
    expect(() => collectOperations([{ login }, { login }])).toThrow('Two operations are called login')
  })
})

/** Operations without a use case. Remove the name when you register one. */
const notBuiltYet: string[] = []

describe('the server', () => {
  it('registers every operation except those listed as missing', async () => {
    await using service = await startApp()
    const registered = registeredOperations(service.app.http)
    const missing = Object.keys(operations).filter((name) => !registered.includes(name))
    expect(missing.toSorted()).toEqual(notBuiltYet.toSorted())
  })
})
