import { afterAll, beforeAll } from 'vitest'
import { removeFiles } from '#server/jobs/remove-files.ts'
import { type AnswerTo, type Caller, type Input, type ReplyTo, send, succeeded, urlOf } from './ask.ts'
import { type FakeClock, fakeClock } from './fake-clock.ts'
import { makeImage } from './images/make-image.ts'
import { startApp, type TestApp } from './start-app.ts'
import { consents } from './upload.ts'

export type Submission = ReplyTo<'createSubmission'>

/** A photo that is large enough for several parts. */
export const largePhoto = (): Promise<Buffer> => makeImage({ width: 1_600, height: 1_200, detail: true })

const names = (count: number) => Array.from({ length: count }, (_, index) => ({ fileName: `${index}.jpg` }))

/** Creates a submission of files with these names, or of this number. */
export const begin = (
  caller: Caller,
  { files = 1, ...body }: { files?: unknown; [field: string]: unknown } = {},
  headers: Input['headers'] = {},
): Promise<AnswerTo<'createSubmission'>> => {
  const json = { consents, files: typeof files === 'number' ? names(files) : files, ...body }
  return send(caller, 'createSubmission', { json, headers })
}

/** The id of a submission that must begin. */
export const begun = async (caller: Caller, body: Parameters<typeof begin>[1] = {}): Promise<string> =>
  (await succeeded(begin(caller, body))).submissionId

export interface SentFile {
  readonly submissionId: string
  readonly index?: number | string
  readonly bytes: Uint8Array
  /** Sends only these bytes: from the first up to but not including the second. */
  readonly part?: readonly [start: number, end: number]
  readonly headers?: Readonly<Record<string, string>>
}

export async function put(caller: Caller, sent: SentFile): Promise<AnswerTo<'putSubmissionFile'>> {
  const { submissionId, index = 0, bytes, part, headers } = sent
  const body = new Uint8Array(part ? bytes.subarray(...part) : bytes)
  const range = part && { 'content-range': `bytes ${part[0]}-${part[1] - 1}/${bytes.length}` }
  const response = await caller.fetch(urlOf('putSubmissionFile', { params: { submissionId, index } }), {
    method: 'PUT',
    body,
    headers: { 'content-type': 'image/jpeg', ...range, ...headers },
  })
  const answer = (await response.json()) as AnswerTo<'putSubmissionFile'>['body']
  return { status: response.status, headers: response.headers, body: answer }
}

const named = (submissionId: string, headers: Input['headers'] = {}) => ({ params: { submissionId }, headers })

export const look = (caller: Caller, submissionId: string): Promise<AnswerTo<'getSubmission'>> =>
  send(caller, 'getSubmission', named(submissionId))
export const complete = (
  caller: Caller,
  submissionId: string,
  json?: unknown,
): Promise<AnswerTo<'completeSubmission'>> =>
  send(caller, 'completeSubmission', { ...named(submissionId), ...(json !== undefined && { json }) })
export const abandon = (caller: Caller, submissionId: string): Promise<AnswerTo<'deleteSubmission'>> =>
  send(caller, 'deleteSubmission', named(submissionId))

export let app: TestApp
export let clock: FakeClock

/** Serves `app`, which takes files of a megabyte, to the tests of a file. */
export function submissionTests(): void {
  beforeAll(async () => {
    clock = fakeClock('2026-05-04T10:00:00.000Z')
    app = await startApp({ env: { MAX_FILE_SIZE_MB: '1' }, overrides: { clock } })
  })
  afterAll(async () => {
    await app[Symbol.asyncDispose]()
  })
}

/** The stored files, and the pending removals. */
export async function leftOver() {
  await removeFiles(app.app.deps)
  const planned = await app.app.deps.database.fileRemovals.planned()
  return { files: (await app.storedFiles()).sort(), planned }
}
