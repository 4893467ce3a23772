/**
 * The texts that belong to a group. Answers, changes, uploads, columns, archives and forms derive from this table. A name
 * here is also the name on the wire and of the column.
 */
export const groupTexts = {
  /** `maxLength` counts code points. `isLong` may have several lines. */
  title: { maxLength: 200, isLong: false },
  description: { maxLength: 2_000, isLong: true },
  name: { maxLength: 100, isLong: false },
} as const

export type TextName = keyof typeof groupTexts
/** null where there is no text. */
export type GroupTexts = Readonly<Record<TextName, string | null>>

const isTextName = (name: string): name is TextName => name in groupTexts
export const textNames: readonly TextName[] = Object.keys(groupTexts).filter(isTextName)

/** A value for each text. */
export function eachText<T>(value: (name: TextName) => T): Record<TextName, T> {
  // A loop: twice as fast as `Object.fromEntries`, and every row of a list takes this way.
  const values: Partial<Record<TextName, T>> = {}
  for (const name of textNames) values[name] = value(name)
  return values as Record<TextName, T>
}

type Source = Partial<Record<TextName, string | null | undefined>>

/** The texts among other fields, null for missing ones. */
export const textsOf = (source: Source): Record<TextName, string | null> => eachText((name) => source[name] ?? null)

/** What was stored may be older than some of the texts. */
export const withTexts = <T extends Source>(stored: T): T & GroupTexts => ({ ...stored, ...textsOf(stored) })

/** The fields of a form, the year before the long texts. */
export const formFields: readonly (TextName | 'year')[] = [
  ...textNames.filter((name) => !groupTexts[name].isLong),
  'year',
  ...textNames.filter((name) => groupTexts[name].isLong),
]
