import type { Ajv, ValidateFunction } from 'ajv'

type Validator = ((data: unknown) => boolean) & { errors: NonNullable<ValidateFunction['errors']> | null }

/** Compiles a schema when it is first needed: most are not in the first seconds, and compiling all delays the start. */
export function lazyValidator(ajv: Ajv, schema: object): Validator {
  let compiled: ValidateFunction | undefined
  const validator = Object.assign(
    (data: unknown) => {
      compiled ??= ajv.compile(schema)
      const valid = compiled(data) as boolean
      validator.errors = compiled.errors ?? null
      return valid
    },
    { errors: null } as Pick<Validator, 'errors'>,
  )
  return validator
}
