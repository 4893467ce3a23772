import type { Readable } from 'node:stream'
import { AppError } from '#server/domain/errors.ts'
import { fileOfPart } from '#server/groups/submission-files.ts'
import type { Deps } from '#server/ports/deps.ts'
import type { FilePart } from '#server/ports/submission-store.ts'

const wrongSize = (size: number) =>
  new AppError('INVALID_PARAMETER', `The body does not have the ${size} bytes that Content-Range names`, {
    details: { field: 'content-range' },
  })

/** `content` with exactly `size` bytes. AppError INVALID_PARAMETER when it has others. */
export async function* exactly(size: number, content: Readable): AsyncGenerator<Buffer> {
  let left = size
  for await (const chunk of content as AsyncIterable<Buffer>) {
    left -= chunk.length
    if (left < 0) throw wrongSize(size)
    yield chunk
  }
  if (left > 0) throw wrongSize(size)
}

/** The part of a file that has arrived, followed by the rest. */
export async function* joined(
  { files }: Pick<Deps, 'files'>,
  parts: readonly FilePart[],
  rest: AsyncIterable<Buffer>,
): AsyncGenerator<Buffer> {
  for (const part of parts) {
    const { kind, name } = fileOfPart(part)
    const stored = await files.open(kind, name)
    if (stored?.size !== part.size) throw new Error('A part of a submission differs from what was stored')
    yield* stored.read()
  }
  yield* rest
}
