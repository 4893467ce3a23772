import { createRequire } from 'node:module'
import type { ErrorObject, ValidateFunction } from 'ajv'
import type { Static, TSchema } from 'typebox'
import { isStoredName, isUuid4 } from '#server/domain/names.ts'
import { toTimestamp } from '#server/domain/time/timestamp.ts'
import { broken } from './entry-reader.ts'

/** NUL and lone surrogates: not every database can store them. */
const storable = (text: string) => !text.includes('\0') && text.isWellFormed()

/** The rule for a text, and how to say it. */
export const formats: Readonly<Record<string, readonly [check: (text: string) => boolean, words: string]>> = {
  text: [storable, 'has a character that cannot be stored'],
  time: [(text) => toTimestamp(text) !== undefined, 'must be a time like 2024-05-01T10:00:00.000Z'],
  token: [isUuid4, 'must be a UUID v4'],
  'file-name': [isStoredName, 'must be the name of a file, without a path and without # % ?'],
  'group-id': [
    (text) => text.length <= 200 && /^\P{Cc}+$/u.test(text) && storable(text),
    'must have 1 to 200 characters',
  ],
}

const require = createRequire(import.meta.url)
const compiled = new Map<TSchema, ValidateFunction>()

/** Made when the first entry is read: most starts read none. */
function validatorOf(schema: TSchema): ValidateFunction {
  const known = compiled.get(schema)
  if (known) return known
  const { Ajv }: typeof import('ajv') = require('ajv')
  const ajv = new Ajv({ allErrors: false, allowUnionTypes: true })
  for (const [name, [validate]] of Object.entries(formats)) ajv.addFormat(name, validate)
  const validate = ajv.compile(schema)
  compiled.set(schema, validate)
  return validate
}

/** `/images/0/fileName` → `images[0].fileName`. */
const fieldOf = ({ instancePath, params }: ErrorObject) =>
  [...instancePath.split('/').slice(1), ...(params.missingProperty ? [params.missingProperty] : [])]
    .map((part, index) => (/^\d+$/.test(part) ? `[${part}]` : `${index > 0 ? '.' : ''}${part}`))
    .join('')

function ruleOf({ keyword, params, message }: ErrorObject): string {
  if (keyword === 'required') return 'is missing'
  if (keyword === 'format') return formats[params.format]?.[1] ?? 'is invalid'
  if (keyword === 'enum') return `must be one of ${params.allowedValues.join(', ')}`
  return message?.replace(',', ' or ') ?? 'is invalid'
}

/** AppError MIGRATION_FAILED names the entry by its `label`, and the field. */
export function validEntry<T extends TSchema>(schema: T, member: unknown, label: string): Static<T> {
  const validate = validatorOf(schema)
  if (validate(member)) return member as Static<T>
  const [error] = validate.errors as [ErrorObject]
  throw broken(`has an error in ${label}: ${fieldOf(error) || 'it'} ${ruleOf(error)}`)
}
