/** A boolean as both engines store it. */
export type Flag = 0 | 1

type CamelCase<S> = S extends `${infer Head}_${infer Tail}` ? `${Head}${Capitalize<CamelCase<Tail>>}` : S
type SnakeCase<S> = S extends `${infer Head}${infer Tail}`
  ? `${Head extends Lowercase<Head> ? Head : `_${Lowercase<Head>}`}${SnakeCase<Tail>}`
  : S
type Stored<Value> = Value extends boolean ? Flag : Value extends object ? string : Value

/** The columns that hold the fields of an object: flags for booleans, JSON for lists and records. */
export type Columns<T> = { -readonly [Field in keyof T as SnakeCase<Field>]: Stored<T[Field]> }

/** The values of a row by the names of its fields, flags and JSON as they are stored. */
export type Fields<Row> = { [Column in keyof Row as CamelCase<Column>]: Row[Column] }

export const flag = (value: boolean): Flag => (value ? 1 : 0)

function stored(value: unknown): unknown {
  if (typeof value === 'boolean') return flag(value)
  return typeof value === 'object' && value !== null ? JSON.stringify(value) : value
}

const columnNames = new Map<string, string>()
const fieldNames = new Map<string, string>()

function columnOf(field: string): string {
  const column = columnNames.get(field) ?? field.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
  columnNames.set(field, column)
  return column
}

function fieldOf(column: string): string {
  const field = fieldNames.get(column) ?? column.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase())
  fieldNames.set(column, field)
  return field
}

/** The columns of an object that has these fields and no others. */
export function toColumns<T extends object>(object: T): Columns<T>
export function toColumns(object: object): object {
  return Object.fromEntries(Object.entries(object).map(([field, value]) => [columnOf(field), stored(value)]))
}

/** Takes microseconds: rows that are read by the thousand are mapped column by column. */
export function toFields<Row extends object>(row: Row): Fields<Row>
export function toFields(row: object): object {
  return Object.fromEntries(Object.entries(row).map(([column, value]) => [fieldOf(column), value]))
}
