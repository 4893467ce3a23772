// Without schemas of a library, so that the pages can import it.

/** JSON Schema of a setting's value; `valueType` is for the compiler alone. */
export interface SettingSchema<T> {
  readonly type: string | readonly string[]
  readonly enum?: readonly string[]
  readonly valueType?: T
  readonly [keyword: string]: unknown
}

type InBoth = { readonly en: string; readonly de: string }

/** A row of the table of settings (D75): what variables, checks, documents and the page say about a setting comes from here. */
export interface Setting {
  readonly schema: SettingSchema<unknown>
  /** Sets it at the start; then admins cannot. */
  readonly variable?: string
  readonly default?: unknown
  /** Never sent back, and sealed at rest (D87). */
  readonly secret?: true
  /** The default where NODE_ENV is not `production`. */
  readonly inDevelopment?: unknown
  /** In the API's description, and of the variable in docs/configuration.md. */
  readonly meaning?: string
  readonly label: InBoth
  /** Below its field. */
  readonly hint?: InBoth
  /** What one of it is for the server: bytes of a megabyte. */
  readonly unit?: number
  /** What the page counts in: pixels of a megapixel. */
  readonly shownIn?: number
}

export const count = (maximum: number, minimum = 1): SettingSchema<number> => ({ type: 'integer', minimum, maximum })

export const flag: SettingSchema<boolean> = { type: 'boolean' }
