import { makeZip, predictLength } from 'client-zip'
import type { Deps } from '#server/deps.ts'
import { digest } from '#server/domain/digest.ts'
import type { Image } from '#server/domain/image.ts'
import { type ArchiveChoice, type ArchiveEntry, archiveEntries, postableImages } from './archive-entries.ts'
import { captionsOf } from './captions.ts'

type ArchiveDeps = Pick<Deps, 'database' | 'files'>

export interface PressArchive {
  /** Changes with any byte of the archive. */
  readonly etag: string
  readonly size: number
  /** Bytes `[start, end]`, both inclusive. Fails when one of its photos may no longer be posted. */
  read(range: { readonly start: number; readonly end: number }): AsyncGenerator<Uint8Array>
}

class WithdrawnMeanwhile extends Error {
  override readonly name = 'WithdrawnMeanwhile'
}

/** A photo as an archive made now contains it. */
const keyOf = ({ id, storedName }: Image) => `${id} ${storedName}`

/** Throws as soon as one of the photos may no longer be posted; checks again after every change of any group. */
function createGuard({ database }: ArchiveDeps, choice: ArchiveChoice, entries: readonly ArchiveEntry[]) {
  let checkedAt: number | undefined
  return async () => {
    const version = await database.changes.version()
    if (version === checkedAt) return
    const postable = new Set((await postableImages({ database }, choice)).map(({ image }) => keyOf(image)))
    if (entries.some(({ image }) => !postable.has(keyOf(image)))) {
      throw new WithdrawnMeanwhile('A photo of the archive was withdrawn while it was sent')
    }
    checkedAt = version
  }
}

/** The ZIP of a choice: photos as they are stored, not compressed, so that its size is known and any part can be made again. */
export async function pressArchive(
  deps: ArchiveDeps,
  isClean: (image: Image) => Promise<boolean>,
  choice: ArchiveChoice,
): Promise<PressArchive> {
  const entries = await archiveEntries(deps, isClean, choice)
  const captions = captionsOf(entries)
  const lastModified = new Date(entries.reduce((last, { file }) => Math.max(last, file.modifiedAt.getTime()), 0))
  const metadata = [
    { name: 'captions.csv', size: captions.length, lastModified },
    ...entries.map(({ name, file }) => ({ name, size: file.size, lastModified: file.modifiedAt })),
  ]
  const identity = JSON.stringify([metadata, captions.toString(), entries.map(({ image }) => keyOf(image))])
  const check = createGuard(deps, choice, entries)

  async function* inputs() {
    yield { name: 'captions.csv', size: captions.length, lastModified, input: captions }
    for (const { name, file } of entries) {
      await check()
      yield { name, size: file.size, lastModified: file.modifiedAt, input: file.read() }
    }
    // Before the end: without it nobody can open the archive.
    await check()
  }

  return {
    etag: `"${digest(identity)}"`,
    size: Number(predictLength(metadata)),
    read: (range) => cut(makeZip(inputs()), range),
  }
}

async function* cut(bytes: AsyncIterable<Uint8Array>, { start, end }: { start: number; end: number }) {
  let position = 0
  for await (const chunk of bytes) {
    const wanted = chunk.subarray(Math.max(0, start - position), Math.max(0, end + 1 - position))
    position += chunk.length
    if (wanted.length > 0) yield wanted
    if (position > end) return
  }
}
