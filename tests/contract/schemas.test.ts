import Ajv, { type Options } from 'ajv'
import formats from 'ajv-formats'
import { describe, expect, it } from 'vitest'
import type { changeConsent } from '#contract/management.ts'
import { editGroup } from '#contract/moderation.ts'
import { ErrorBody } from '#contract/operation/errors.ts'
import type { Body, Reply } from '#contract/operation/operation.ts'
import { operations } from '#contract/operations.ts'
import { UploadConsents, UploadDescriptions, UploadMetadata } from '#contract/upload.ts'
import { responseSchemas } from '#tests/support/contract-violation.ts'

const options = { strict: true, allowUnionTypes: true, schemas: [ErrorBody] }
const newAjv = (more: Options = {}) => formats.default(new Ajv.default({ ...options, ...more }))
/** One for all: what checks a schema takes long to compile. */
const meta = newAjv()

describe('the schemas', () => {
  it.each(Object.entries(operations))('%s: all compile in the strict mode of Ajv', (_, entry) => {
    const ajv = newAjv({ validateSchema: false })
    const schemas = [entry.params, entry.query, entry.body, ...Object.values(responseSchemas(entry))]
    for (const schema of schemas) {
      if (schema === undefined) continue
      expect(meta.validateSchema(schema), meta.errorsText()).toBe(true)
      expect(() => ajv.compile(schema)).not.toThrow()
    }
  })

  it.each(Object.entries({ UploadConsents, UploadDescriptions, UploadMetadata }))('%s: compiles, too', (_, schema) => {
    expect(() => newAjv().compile(schema)).not.toThrow()
  })

  it('bodies tolerate unknown fields', () => {
    expect(newAjv().validate(editGroup.body, { title: 'Chairs', unknown: 1 })).toBe(true)
  })

  it.each([{ year: '2024' }, { year: 2024.5 }, { title: 1 }, { name: null }, []])('bodies are strict: %j', (body) => {
    expect(newAjv().validate(editGroup.body, body)).toBe(false)
  })

  it('their types reach handlers and callers', () => {
    const body: Body<typeof changeConsent> = { consentType: 'workshop', action: 'revoke' }
    const data: Reply<typeof changeConsent>['data'] = { consentType: 'workshop', platformId: null, newValue: false }
    // @ts-expect-error: not an action
    const wrong: Body<typeof changeConsent> = { consentType: 'workshop', action: 'remove' }
    expect([body, data, wrong]).toHaveLength(3)
  })
})
