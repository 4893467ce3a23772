import { Ajv, type Options, type ValidateFunction } from 'ajv'
import formats from 'ajv-formats'
import type { TObject } from 'typebox'
import { valuesFromText } from '#server/domain/text/values-from-text.ts'

type Validator = ((data: unknown) => boolean) & { errors: NonNullable<ValidateFunction['errors']> | null }

/**
 * A validator with the formats of JSON Schema, made when it is first needed. The schemas are the contract's, whose tests
 * check them: to compile what checks a schema takes 45 ms.
 */
export function lazyAjv(options: Options): () => Ajv {
  let ajv: Ajv | undefined
  return () => {
    ajv ??= formats.default(new Ajv({ validateSchema: false, ...options }))
    return ajv
  }
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
  const validator = Object.assign(
    (texts: Record<string, unknown>) => {
      const value = valuesFromText(schema as TObject, texts)
      if (valid(value)) return { value }
      validator.errors = valid.errors
      return false
    },
    { errors: null } as Pick<Validator, 'errors'>,
  )
  return validator
}
