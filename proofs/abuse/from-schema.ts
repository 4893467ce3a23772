import type { Random } from '#proofs/random.ts'
import { hostileTexts, hostileValue } from './hostile.ts'

interface Schema {
  readonly type?: string
  readonly enum?: readonly unknown[]
  readonly const?: unknown
  readonly anyOf?: readonly Schema[]
  readonly properties?: Readonly<Record<string, Schema>>
  readonly required?: readonly string[]
  readonly patternProperties?: Readonly<Record<string, Schema>>
  readonly items?: Schema
  readonly contentSchema?: Schema
  readonly minimum?: number
  readonly maximum?: number
}

/** Existing values by field name: `imageId` → ids of images. */
export type Known = Readonly<Record<string, readonly unknown[]>>

/** A value that the schema allows, mostly with existing ids. */
export function valueFor(schema: Schema, { random, known }: { random: Random; known: Known }, name = ''): unknown {
  const names = known[name]
  if (names !== undefined && names.length > 0 && schema.type !== 'array' && random.chance(0.8))
    return random.pick(names)
  const next = (inner: Schema, innerName: string) => valueFor(inner, { random, known }, innerName)
  if (schema.anyOf) return next(random.pick(schema.anyOf), name)
  if (schema.enum) return random.pick(schema.enum)
  if ('const' in schema) return schema.const
  if (schema.contentSchema) return next(schema.contentSchema, name)
  if (schema.type === 'boolean') return random.chance(0.5)
  if (schema.type === 'integer' || schema.type === 'number') return (schema.minimum ?? 1) + random.below(40)
  if (schema.type === 'array') {
    const single = name.replace(/s$/, '')
    return Array.from({ length: 1 + random.below(3) }, () => next(schema.items ?? {}, single))
  }
  if (schema.type === 'object') {
    if (schema.patternProperties) return { 'a.jpg': 'a text' }
    const entries = Object.entries(schema.properties ?? {})
    const chosen = entries.filter(([key]) => schema.required?.includes(key) || random.chance(0.6))
    return Object.fromEntries(chosen.map(([key, inner]) => [key, next(inner, key)]))
  }
  if (schema.type === 'null') return null
  return `Text ${random.below(1_000)}`
}

/** Mutates a value in one to three places: other types, hostile texts, missing and additional fields. */
export function mutated(value: unknown, random: Random): unknown {
  let changed = structuredClone(value)
  for (let times = 1 + random.below(3); times > 0; times--) changed = changedOnce(changed, random)
  return changed
}

function changedOnce(value: unknown, random: Random): unknown {
  if (typeof value !== 'object' || value === null || random.chance(0.2)) return hostileValue(random)
  if (Array.isArray(value)) {
    if (value.length === 0) return [hostileValue(random)]
    const at = random.below(value.length)
    return random.chance(0.2) ? [...value, ...value] : value.with(at, changedOnce(value[at], random))
  }
  const keys = Object.keys(value)
  if (keys.length === 0 || random.chance(0.15)) {
    return { ...value, [random.pick(hostileTexts).slice(0, 300)]: hostileValue(random) }
  }
  const key = random.pick(keys)
  if (random.chance(0.15)) return Object.fromEntries(Object.entries(value).filter(([other]) => other !== key))
  return { ...value, [key]: changedOnce((value as Record<string, unknown>)[key], random) }
}
