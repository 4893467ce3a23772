import { type SnakeCase, snakeCase } from '#server/domain/text/snake-case.ts'

/** A boolean as both engines store it. */
export type Flag = 0 | 1

type Stored<Value> = Value extends boolean ? Flag : Value extends object ? string : Value

/** The columns that hold the fields of an object: flags for booleans, JSON for lists and records. */
export type Columns<T> = { -readonly [Field in keyof T as SnakeCase<Field>]: Stored<T[Field]> }

export const flag = (value: boolean): Flag => (value ? 1 : 0)

function stored(value: unknown): unknown {
  if (typeof value === 'boolean') return flag(value)
  return typeof value === 'object' && value !== null ? JSON.stringify(value) : value
}

/** The columns of an object that has these fields and no others. */
export function toColumns<T extends object>(object: T): Columns<T>
export function toColumns(object: object): object {
  return Object.fromEntries(Object.entries(object).map(([field, value]) => [snakeCase(field), stored(value)]))
}
