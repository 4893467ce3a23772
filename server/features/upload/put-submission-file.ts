import { limits } from '#contract/limits.ts'
import type { ArrivedFile, ArrivedPart } from '#contract/upload/submission.ts'
import { digest } from '#server/domain/digest.ts'
import { AppError, orThrow } from '#server/domain/errors.ts'
import { isImageRefusal } from '#server/domain/group.ts'
import { type FileLimits, fileLimitsOf } from '#server/domain/settings/settings.ts'
import { submissionComplete, submissionEnd } from '#server/domain/upload/submission.ts'
import { checkFileSize } from '#server/groups/receiving/file-inspector.ts'
import { ImageReceiver, type Sender } from '#server/groups/receiving/receive-images.ts'
import { removeFilesNow } from '#server/groups/remove-files-now.ts'
import { fileOfPart, filesOfFile } from '#server/groups/submission-files.ts'
import type { Deps, Transaction } from '#server/ports/deps.ts'
import type { ReceivedImage } from '#server/ports/image-store.ts'
import type { FilePart, Submission, SubmissionFile } from '#server/ports/submission-store.ts'
import { presentArrived, presentPart, receivedBytes } from './present-upload.ts'
import { findSubmission, lockOpenSubmission } from './submissions.ts'
import { checkMayFinish } from './upload-exhibition.ts'

interface ArrivingFile {
  readonly submissionId: string
  readonly index: number
  /** The header: the body is one part of the file. */
  readonly contentRange: string | undefined
  readonly content: AsyncIterable<Buffer>
  readonly sender: Sender
}

/** Which part of which file arrives, and how much had arrived before. */
interface Arrival extends Omit<ArrivingFile, 'contentRange'> {
  readonly limits: FileLimits
  readonly file: SubmissionFile
  readonly range: ContentRange | undefined
}

/**
 * Takes one file of a submission, or one part of it (D66). AppError SUBMISSION_NOT_FOUND, SUBMISSION_COMPLETE, FILE_NOT_FOUND,
 * RANGE_NOT_SATISFIABLE, EXHIBITION_CLOSED a day after the close, EXHIBITION_NOT_FOUND, and those of D4 for the file alone.
 */
export async function putSubmissionFile(deps: Deps, arriving: ArrivingFile): Promise<ArrivedFile | ArrivedPart> {
  const { submissionId, index, contentRange, sender } = arriving
  const submission = await findSubmission(deps, submissionId)
  if (submission.groupId) throw submissionComplete()
  await checkMayFinish(deps, submission)
  const limits = limitsOf(submission, deps)
  const file = fileAt(submission, index)
  const range = contentRange === undefined ? undefined : parseContentRange(contentRange)
  if (range) checkFileSize(range.total, file.originalName, limits)
  // A late part of a file that another one replaces, unless they have the same size.
  const parts = file.parts.filter(({ total }) => total === undefined || total === range?.total)
  if (range?.first && range.first !== receivedBytes(parts)) throw notNext(parts)
  const content = range ? exactly(range.size, arriving.content) : arriving.content
  const arrival: Arrival = { submissionId, limits, index, file, range, content, sender }
  if (range && !range.isLast) return presentPart(index, await takePart(deps, arrival, range))
  return presentArrived(index, await takeWhole(deps, arrival))
}

/** With the limits of its beginning, or higher ones that apply since (D75). */
function limitsOf({ texts }: Submission, { settings }: Pick<Deps, 'settings'>): FileLimits {
  const limits = fileLimitsOf(settings.current)
  const { fileBytes, imagePixels, imageSide } = texts.limits ?? limits
  return {
    fileBytes: Math.max(limits.fileBytes, fileBytes),
    imagePixels: Math.max(limits.imagePixels, imagePixels),
    imageSide: Math.max(limits.imageSide, imageSide),
  }
}

const fileAt = ({ files }: Submission, index: number): SubmissionFile =>
  orThrow(
    files[index],
    () => new AppError('FILE_NOT_FOUND', `The submission has ${files.length} files, the first with index 0`),
  )

function notNext(parts: readonly FilePart[]): AppError {
  const received = receivedBytes(parts)
  const message = `The next part of the file must begin at byte ${received}, or at 0 to start over`
  return new AppError('RANGE_NOT_SATISFIABLE', message, { details: { receivedBytes: received } })
}

const wrongSize = (size: number) =>
  new AppError('INVALID_PARAMETER', `The body does not have the ${size} bytes that Content-Range names`, {
    details: { field: 'content-range' },
  })

async function* exactly(size: number, content: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let left = size
  for await (const chunk of content) {
    left -= chunk.length
    if (left < 0) throw wrongSize(size)
    yield chunk
  }
  if (left > 0) throw wrongSize(size)
}

/** The parts of a file that have arrived, followed by the rest. */
async function* joined(deps: Deps, arrival: Arrival, parts: readonly FilePart[]): AsyncGenerator<Buffer> {
  try {
    for (const part of parts) {
      const { kind, name } = fileOfPart(part)
      const stored = await deps.files.open(kind, name)
      if (stored?.size !== part.size) throw new Error('A part of a submission differs from what was stored')
      yield* stored.read()
    }
  } catch (error) {
    checkIsNext(fileAt(await findSubmission(deps, arrival.submissionId), arrival.index), arrival)
    throw error
  }
  yield* arrival.content
}

/** A sender that lost an answer repeats its request: the other one may have added to the parts, or made a file of them. */
function checkIsNext({ parts: now }: SubmissionFile, { file }: Arrival): void {
  if (now.at(-1)?.name !== file.parts.at(-1)?.name) throw notNext(now)
}

async function takePart(deps: Deps, arrival: Arrival, { first, total }: ContentRange): Promise<SubmissionFile> {
  const { file, content, sender, limits } = arrival
  await using receiver = new ImageReceiver(deps, sender, limits)
  const arrived = await receiver.receivePart({ originalName: file.originalName, content, isFirst: first === 0 })
  const part = { ...arrived, total }
  return await replaceFile(deps, arrival, {
    commit: (run) => receiver.hold(run),
    change(now) {
      if (first === 0) return { ...now, parts: [part] }
      checkIsNext(now, arrival)
      return { ...now, parts: [...now.parts, part] }
    },
  })
}

async function takeWhole(deps: Deps, arrival: Arrival): Promise<ReceivedImage> {
  const { file, range, sender, limits } = arrival
  const parts = range?.first ? file.parts : []
  try {
    await using receiver = new ImageReceiver(deps, sender, limits)
    await receiver.receive(file.originalName, joined(deps, arrival, parts))
    const { image } = await replaceFile(deps, arrival, {
      commit: (run) => receiver.hold(run),
      change: (now, [image = null]) => ({ ...now, image, parts: [] }),
    })
    if (image === null) throw new Error('A received file has no image')
    return image
  } catch (error) {
    // Its beginning is of no use either.
    if (parts.length > 0 && isImageRefusal(error)) {
      const commit = deps.database.transaction
      await replaceFile(deps, arrival, { commit, change: (now) => ({ ...now, parts: [] }) })
    }
    throw error
  }
}

type Run<T> = (tx: Transaction, images?: readonly ReceivedImage[]) => Promise<T>

interface Replacement {
  readonly commit: <T>(run: Run<T>) => Promise<T>
  readonly change: (now: SubmissionFile, images: readonly ReceivedImage[]) => SubmissionFile
}

/** Records in a locked submission what has arrived, starts its time anew, and removes the files that are replaced. */
async function replaceFile(deps: Deps, { submissionId, index }: Arrival, { commit, change }: Replacement) {
  const { changed, replaced } = await commit(async (tx, images = []) => {
    const submission = await lockOpenSubmission(deps, tx, digest(submissionId))
    const before = fileAt(submission, index)
    const changed = change(before, images)
    const files = submission.files.with(index, changed)
    await tx.submissions.update({ ...submission, files, expiresAt: submissionEnd(deps.expiryClock.now()) })
    const kept = new Set(filesOfFile(changed).map(({ name }) => name))
    const replaced = filesOfFile(before).filter(({ name }) => !kept.has(name))
    await tx.fileRemovals.plan(replaced, 0)
    return { changed, replaced }
  })
  await removeFilesNow(deps, replaced)
  return changed
}

/** One part of a file, as `Content-Range` describes it. */
interface ContentRange {
  readonly first: number
  /** Bytes of the part. */
  readonly size: number
  readonly isLast: boolean
  /** Bytes of the whole file. */
  readonly total: number
}

const invalid = (rule: string) =>
  new AppError('INVALID_PARAMETER', `The header Content-Range ${rule}`, { details: { field: 'content-range' } })

/** AppError INVALID_PARAMETER unless the header is `bytes <first>-<last>/<all>` and its part is large enough. */
function parseContentRange(header: string): ContentRange {
  const [, ...figures] = /^bytes (\d{1,15})-(\d{1,15})\/(\d{1,15})$/.exec(header) ?? []
  const [first = 0, last = 0, total = 0] = figures.map(Number)
  if (figures.length === 0 || first > last || last >= total) {
    throw invalid('must be "bytes <first>-<last>/<all>" with first ≤ last < all')
  }
  const range = { first, size: last - first + 1, isLast: last === total - 1, total }
  if (range.isLast || range.size >= limits.partBytes) return range
  throw invalid(`must name at least ${limits.partBytes} bytes, except for the last part`)
}
