import { inParts } from '#server/concurrency/in-parts.ts'
import type { Image } from '#server/domain/group.ts'
import type { Deps } from '#server/ports/deps.ts'

const partSize = 200

/** The images of a read by id, one after the other, until `signal` is aborted. */
export async function* walkImages(
  { images }: Pick<Deps['database'], 'images'>,
  read: 'after' | 'withoutFacts' | 'withoutImageAnalysis',
  signal?: AbortSignal,
): AsyncGenerator<Image> {
  for await (const part of inParts<Image>(partSize, (last) => images[read](last?.id ?? 0, partSize))) {
    for (const image of part) {
      if (signal?.aborted) return
      yield image
    }
  }
}
