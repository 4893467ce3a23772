import { type FoundFile, lookAtFile } from '#server/groups/receiving/look-at-file.ts'
import type { Deps } from '#server/ports/deps.ts'
import type { ArchivedGroup } from '#server/ports/group-archive.ts'

const atOnce = 50

/** Looks at the files of all images, in the order of the archive. */
export async function lookAtFiles(
  deps: Pick<Deps, 'files' | 'createHeadReader'>,
  groups: readonly ArchivedGroup[],
): Promise<FoundFile[]> {
  const found: FoundFile[] = []
  const names = groups.flatMap(({ images }) => images.map(({ storedName }) => storedName))
  // Together, because a bucket takes its time for each.
  for (let start = 0; start < names.length; start += atOnce) {
    found.push(...(await Promise.all(names.slice(start, start + atOnce).map((name) => lookAtFile(deps, name)))))
  }
  return found
}
