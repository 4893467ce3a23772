import { createRequire } from 'node:module'
import type { Ajv, Options, ValidateFunction } from 'ajv'
import type { TObject } from 'typebox'
import { valuesFromText } from '#server/domain/text/values-from-text.ts'

type Validator = ((data: unknown) => boolean) & { errors: NonNullable<ValidateFunction['errors']> | null }

const require = createRequire(import.meta.url)

/**
 * A validator with the formats of JSON Schema, made when it is first needed. The schemas are the contract's, whose tests
 * check them: to compile what checks a schema takes 45 ms.
 */
export function lazyAjv(options: Options): () => Ajv {
  let ajv: Ajv | undefined
  return () => {
    ajv ??= createAjv({ validateSchema: false, ...options })
    return ajv
  }
}

/** Loads the library, too: the first requests, of the feed and the pages, need no check. */
function createAjv(options: Options): Ajv {
  const { Ajv }: typeof import('ajv') = require('ajv')
  const { default: addFormats }: typeof import('ajv-formats') = require('ajv-formats')
  return addFormats.default(new Ajv(options))
}

/** Compiles a schema when it is first needed: most are not needed in the first seconds, and compiling all would delay the start. */
export function lazyValidator(ajv: () => Ajv, schema: object): Validator {
  let compiled: ValidateFunction | undefined
  const validator = Object.assign(
    (data: unknown) => {
      compiled ??= ajv().compile(schema)
      const valid = compiled(data) as boolean
      validator.errors = compiled.errors ?? null
      return valid
    },
    { errors: null } as Pick<Validator, 'errors'>,
  )
  return validator
}

/** The same for a query or the parts of a path, whose integers and flags are texts; the route gets them as values. */
export function textValidator(ajv: () => Ajv, schema: object) {
  const valid = lazyValidator(ajv, schema)
  const { required = [] } = schema as TObject
  const validator = Object.assign(
    (texts: Record<string, unknown>) => {
      const value = valuesFromText(schema as TObject, texts)
      const isEmpty = required.length === 0 && Object.keys(value).length === 0
      if (isEmpty || valid(value)) return { value }
      validator.errors = valid.errors
      return false
    },
    { errors: null } as Pick<Validator, 'errors'>,
  )
  return validator
}
