import { limits } from '#contract/limits.ts'
import { baseName } from '#server/domain/names.ts'
import { clean, truncate } from '#server/domain/text/text.ts'

/**
 * The description of each file by the client's file name: the nth entry of a name goes to the nth file of that name.
 * Longer ones are truncated to 200 code points, entries for unknown names are ignored (D7).
 */
export function matchDescriptions(
  fileNames: readonly string[],
  descriptions: readonly { readonly fileName: string; readonly description: string }[],
): (string | null)[] {
  const waiting = Map.groupBy(descriptions, ({ fileName }) => baseName(fileName))
  return fileNames.map((fileName) => {
    const entry = waiting.get(fileName)?.shift()
    return (entry && truncate(clean(entry.description), limits.imageDescription)) || null
  })
}
