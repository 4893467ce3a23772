type CamelCase<S> = S extends `${infer Head}_${infer Tail}` ? `${Head}${Capitalize<CamelCase<Tail>>}` : S
export type SnakeCase<S> = S extends `${infer Head}${infer Tail}`
  ? `${Head extends Lowercase<Head> ? Head : `_${Lowercase<Head>}`}${SnakeCase<Tail>}`
  : S
export type CamelCased<T> = { [Name in keyof T as CamelCase<Name>]: T[Name] }
type SnakeCased<T> = { -readonly [Name in keyof T as SnakeCase<Name>]: T[Name] }

/** There are few names. */
function remembered(rename: (name: string) => string) {
  const known = new Map<string, string>()
  return (name: string): string => known.getOrInsertComputed(name, rename)
}

export const snakeCase = remembered((name) => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`))
const camelCase = remembered((name) => name.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase()))

/** The same values by the names that columns, archives and the specification use. */
export function snakeCased<T extends object>(object: T): SnakeCased<T>
export function snakeCased(object: object): object {
  return Object.fromEntries(Object.entries(object).map(([name, value]) => [snakeCase(name), value]))
}

/** Takes microseconds: rows that are read by the thousand are mapped column by column. */
export function camelCased<T extends object>(object: T): CamelCased<T>
export function camelCased(object: object): object {
  return Object.fromEntries(Object.entries(object).map(([name, value]) => [camelCase(name), value]))
}
