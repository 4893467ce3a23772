import { createRequire } from 'node:module'
import type { Ajv, Options, ValidateFunction } from 'ajv'
import type { TProperties } from 'typebox'
import { valuesFromText } from '#server/domain/text/values-from-text.ts'

type Checked = { errors: NonNullable<ValidateFunction['errors']> | null }
type Validator<T> = ((data: unknown) => data is T) & Checked

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
export function lazyValidator<T>(ajv: () => Ajv, schema: object): Validator<T> {
  let compiled: ValidateFunction<T> | undefined
  const check = (data: unknown): data is T => {
    compiled ??= ajv().compile<T>(schema)
    const valid = compiled(data)
    validator.errors = compiled.errors ?? null
    return valid
  }
  const validator: Validator<T> = Object.assign(check, { errors: null })
  return validator
}

/** The same for a query or the parts of a path, whose integers and flags are texts; the route gets them as values. */
export function textValidator(ajv: () => Ajv, schema: object) {
  const valid = lazyValidator(ajv, schema)
  const { required = [], properties = {} }: { required?: readonly string[]; properties?: TProperties } = schema
  const check = (texts: Record<string, unknown>) => {
    const value = valuesFromText(properties, texts)
    const isEmpty = required.length === 0 && Object.keys(value).length === 0
    if (isEmpty || valid(value)) return { value }
    validator.errors = valid.errors
    return false
  }
  const validator: typeof check & Checked = Object.assign(check, { errors: null })
  return validator
}
