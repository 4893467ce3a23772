import type { TProperties, TSchema } from 'typebox'
import { integerFrom, integerMax } from './integer.ts'

type Values = Readonly<Record<string, unknown>>
type Described = { type?: unknown; enum?: unknown; minimum?: number; maximum?: number }

/**
 * The texts of a query or of the environment as what the schema expects there. What is no integer or flag stays the text
 * that it is, so that the check against the schema refuses it.
 */
export function valuesFromText(properties: TProperties, texts: Values): Record<string, unknown> {
  const types = new Map(Object.entries(properties))
  return Object.fromEntries(Object.entries(texts).map(([name, text]) => [name, typedValue(types.get(name), text)]))
}

function typedValue(schema: TSchema | undefined, text: unknown): unknown {
  if (typeof text !== 'string') return text
  const { type }: Described = schema ?? {}
  if (type === 'integer') return integerFrom(text) ?? text
  if (type === 'boolean' && (text === 'true' || text === 'false')) return text === 'true'
  return text
}

/** What a value must be, with the allowed range; undefined where the schema alone does not say it. */
export function expectation(schema: object): string | undefined {
  const { type, enum: values, minimum, maximum }: Described = schema
  if (Array.isArray(values)) return `must be one of ${values.filter((each) => each !== null).join(', ')}`
  const types = [type].flat()
  if (types.includes('boolean')) return 'must be true or false'
  if (!types.includes('integer')) return undefined
  if (minimum === undefined && maximum === undefined) return 'must be an integer'
  return `must be an integer from ${minimum ?? -integerMax} to ${maximum ?? integerMax}`
}
