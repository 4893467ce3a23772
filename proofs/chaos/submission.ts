import { limits } from '#contract/limits.ts'
import { type Answer, jsonOf } from './client.ts'
import type { Photos, Site } from './site.ts'

interface Submission {
  readonly submissionId: string
  readonly files: readonly { readonly status: string; readonly receivedBytes?: number }[]
}
type File = Photos['files'][number]

const url = '/api/upload/submissions'
const refused = ({ status, body }: Answer) => new Error(`A submission was refused: ${status} ${body}`)

/** Sends the photos of a submission, each until it has arrived, and returns the path of the submission. */
async function sendFiles(site: Site, files: readonly File[], texts: object): Promise<string> {
  const json = { ...texts, files: files.map(({ name }) => ({ fileName: name })) }
  const begun = await site.client.insist(url, { kind: 'begin', method: 'POST', json })
  if (begun.status !== 201) throw refused(begun)
  const path = `${url}/${jsonOf<Submission>(begun).submissionId}`
  for (const [index, { bytes }] of files.entries()) await sendFile(site, { path, index, bytes })
  return path
}

/** In one to three parts. After a lost answer the service says where to go on. */
async function sendFile(site: Site, { path, index, bytes }: { path: string; index: number; bytes: File['bytes'] }) {
  const size = Math.max(limits.partBytes, Math.ceil(bytes.length / (1 + site.random.below(3))))
  for (let start = 0; start < bytes.length; ) {
    const end = Math.min(start + size, bytes.length)
    const headers = { 'content-type': 'image/jpeg', 'content-range': `bytes ${start}-${end - 1}/${bytes.length}` }
    const request = { kind: 'submission file', method: 'PUT', headers, body: bytes.slice(start, end) }
    const answer = await site.client.insist(`${path}/files/${index}`, request)
    if (answer.status === 200) start = end
    else if (answer.status === 416 && answer.asked > 1) start = await arrived(site, path, { index, size: bytes.length })
    else throw refused(answer)
  }
}

async function arrived({ client }: Site, path: string, file: { index: number; size: number }): Promise<number> {
  const answer = await client.insist(path, { kind: 'begin', method: 'GET' })
  if (answer.status !== 200) throw refused(answer)
  const { status, receivedBytes = 0 } = jsonOf<Submission>(answer).files[file.index] ?? { status: '' }
  return status === 'arrived' ? file.size : receivedBytes
}

/** Hands in a group file by file; the answer is that of a batch. */
export async function uploadSubmission(site: Site, files: readonly File[], texts: object): Promise<Answer> {
  const path = await sendFiles(site, files, texts)
  return await site.client.insist(`${path}/complete`, { kind: 'upload', method: 'POST' })
}

/** Sends photos but never completes them; some say so. */
export async function leaveUnfinished(site: Site, files: readonly File[], texts: object): Promise<void> {
  const path = await sendFiles(site, files, texts)
  if (site.random.chance(0.5)) return
  const answer = await site.client.insist(path, { kind: 'delete', method: 'DELETE' })
  if (answer.status !== 200 && answer.status !== 404) throw refused(answer)
}
