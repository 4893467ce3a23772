import { Readable } from 'node:stream'
import type { ArrivedFile, ArrivedPart } from '#contract/upload/submission.ts'
import { type ContentRange, parseContentRange } from '#server/domain/content-range.ts'
import { AppError } from '#server/domain/errors.ts'
import { isImageRefusal } from '#server/domain/images/image-refusals.ts'
import { submissionComplete, submissionEnd } from '#server/domain/submission.ts'
import { openImageReceiver } from '#server/groups/receiving/receive-images.ts'
import { removeFilesNow } from '#server/groups/remove-files-now.ts'
import { filesOfFile } from '#server/groups/submission-files.ts'
import type { Transaction } from '#server/ports/database.ts'
import type { Deps } from '#server/ports/deps.ts'
import type { FileName } from '#server/ports/file-removals.ts'
import type { ReceivedImage } from '#server/ports/received-image.ts'
import type { FilePart, Submission, SubmissionFile } from '#server/ports/submission-store.ts'
import { findSubmission, lockOpenSubmission } from './find-submission.ts'
import { exactly, joined } from './part-streams.ts'
import { presentArrived, presentPart, receivedBytes } from './present-submission.ts'
import { receivePart } from './receive-part.ts'

export interface ArrivingFile {
  readonly submissionId: string
  readonly index: number
  /** The header: the body is one part of the file. */
  readonly contentRange: string | undefined
  readonly content: Readable
  readonly sender: Parameters<typeof openImageReceiver>[1]
}

/** Which part of which file arrives, and how much has arrived. */
interface Arrival extends ArrivingFile {
  readonly submissionDigest: string
  readonly file: SubmissionFile
  readonly range: ContentRange | undefined
}

/**
 * Takes one file of a submission, or one part of it (D66). AppError SUBMISSION_NOT_FOUND, SUBMISSION_COMPLETE, FILE_NOT_FOUND,
 * RANGE_NOT_SATISFIABLE, and those of D4 for the file alone.
 */
export async function putSubmissionFile(all: Deps, arriving: ArrivingFile): Promise<ArrivedFile | ArrivedPart> {
  const { index, contentRange } = arriving
  const submission = await findSubmission(all, arriving.submissionId)
  if (submission.made) throw submissionComplete()
  const deps = { ...all, config: configFor(submission, all.config) }
  const file = fileAt(submission, index)
  const range = contentRange === undefined ? undefined : parseContentRange(contentRange)
  if (range) checkFollows(deps, file, range)
  const arrival = { ...arriving, submissionDigest: submission.submissionDigest, file, range }
  if (range && !range.isLast) return presentPart(index, await takePart(deps, arrival, range))
  return presentArrived(index, await takeWhole(deps, arrival))
}

/** With the limits of its beginning, or higher ones that apply since (D75). */
function configFor({ texts }: Submission, config: Deps['config']): Deps['config'] {
  const { limits } = config
  const { fileBytes, imagePixels, imageSide } = texts.limits ?? limits
  return {
    ...config,
    limits: {
      ...limits,
      fileBytes: Math.max(limits.fileBytes, fileBytes),
      imagePixels: Math.max(limits.imagePixels, imagePixels),
      imageSide: Math.max(limits.imageSide, imageSide),
    },
  }
}

function fileAt({ files }: Submission, index: number): SubmissionFile {
  const file = files[index]
  if (file) return file
  throw new AppError('FILE_NOT_FOUND', `The submission has ${files.length} files, the first with index 0`)
}

const notNext = (received: number) =>
  new AppError(
    'RANGE_NOT_SATISFIABLE',
    `The next part of the file must begin at byte ${received}, or at 0 to start over`,
    {
      details: { receivedBytes: received },
    },
  )

function checkFollows({ config }: Pick<Deps, 'config'>, { originalName, parts }: SubmissionFile, range: ContentRange) {
  const limit = config.limits.fileBytes
  if (range.total > limit) {
    throw new AppError('FILE_TOO_LARGE', `${originalName} is larger than ${limit / 2 ** 20} MB`, {
      details: { fileName: originalName, limit },
    })
  }
  if (range.first > 0 && range.first !== receivedBytes(parts)) throw notNext(receivedBytes(parts))
}

async function takePart(deps: Deps, arrival: Arrival, { first, size }: ContentRange): Promise<SubmissionFile> {
  const { file, content } = arrival
  const isFirst = first === 0
  const arriving = { originalName: file.originalName, size, content: Readable.from(exactly(size, content)), isFirst }
  const { changed, leaving } = await receivePart(deps, arriving, (tx, part) =>
    replaceFile(deps, { tx, arrival }, (now) => {
      if (!isFirst && !areSame(now.parts, file.parts)) throw notNext(receivedBytes(now.parts))
      return { ...now, parts: isFirst ? [part] : [...now.parts, part] }
    }),
  )
  await removeFilesNow(deps, leaving)
  return changed
}

const areSame = (parts: readonly FilePart[], others: readonly FilePart[]) =>
  parts.length === others.length && parts.at(-1)?.name === others.at(-1)?.name

async function takeWhole(deps: Deps, arrival: Arrival): Promise<ReceivedImage> {
  const { file, range, content, sender } = arrival
  const parts = range && range.first > 0 ? file.parts : []
  const whole = range ? Readable.from(joined(deps, parts, exactly(range.size, content))) : content
  try {
    await using receiver = openImageReceiver(deps, sender)
    await receiver.receive(file.originalName, whole)
    const { image, leaving } = await receiver.hold(async (tx, [image]) => {
      if (image === undefined) throw new Error('A received file has no image')
      const { leaving } = await replaceFile(deps, { tx, arrival }, (now) => ({ ...now, image, parts: [] }))
      return { image, leaving }
    })
    await removeFilesNow(deps, leaving)
    return image
  } catch (error) {
    if (parts.length > 0 && isImageRefusal(error)) await dropParts(deps, arrival)
    throw error
  }
}

/** The beginning of a file that is refused. */
async function dropParts(deps: Deps, arrival: Arrival): Promise<void> {
  const { leaving } = await deps.database.transaction((tx) =>
    replaceFile(deps, { tx, arrival }, (now) => ({ ...now, parts: [] })),
  )
  await removeFilesNow(deps, leaving)
}

interface Replacing {
  readonly tx: Transaction
  readonly arrival: Arrival
}

/** Records what has arrived, and plans the removal of what it replaces. */
async function replaceFile(
  deps: Pick<Deps, 'clock'>,
  { tx, arrival }: Replacing,
  replace: (now: SubmissionFile) => SubmissionFile,
): Promise<{ changed: SubmissionFile; leaving: FileName[] }> {
  const submission = await lockOpenSubmission(deps, tx, arrival.submissionDigest)
  const before = fileAt(submission, arrival.index)
  const changed = replace(before)
  const files = submission.files.with(arrival.index, changed)
  await tx.submissions.update({ ...submission, files, expiresAt: submissionEnd(deps.clock.now()) })
  const kept = new Set(filesOfFile(changed).map(({ name }) => name))
  const leaving = filesOfFile(before).filter(({ name }) => !kept.has(name))
  await tx.fileRemovals.plan(leaving, 0)
  return { changed, leaving }
}
