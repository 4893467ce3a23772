import { limits } from '#contract/limits.ts'
import { type Change, type GroupState, type Kept, type KnownGroup, newImage, type Source } from './book.ts'
import type { Connection } from './connection.ts'

interface SentFile {
  readonly fileName: string
  readonly bytes: Buffer
  /** 1: in one request. */
  readonly parts: number
}

interface Place {
  readonly status: 'waiting' | 'arrived'
  readonly receivedBytes?: number
}

const url = '/api/upload/submissions'

/**
 * Sends photos as a submission, like the upload page (D66): after a crash the same change asks what has arrived and resumes there.
 * Some visitors do not come back.
 */
export function uploadSubmission(source: Source, group: KnownGroup): Change {
  const { random, photos, serial, kept } = source
  const files = Array.from({ length: 1 + random.below(3) }, () => ({
    fileName: `photo-${serial()}.jpg`,
    bytes: random.pick(photos),
    parts: 1 + random.below(4),
  }))
  const title = `Title ${serial()}`
  const body = {
    metadata: { name: group.name, title, year: 2020 },
    consents: { workshopConsent: true, socialMediaConsents: [] },
    files: files.map(({ fileName, bytes }) => ({ fileName, fileSize: bytes.length })),
  }
  const after: GroupState = {
    ...{ title, description: null, year: 2020, approved: false, workshop: true, exhibition: 1, platforms: {} },
    images: files.map(({ fileName }) => newImage(fileName)),
    history: ['null give upload'],
  }
  let path = ''
  return {
    kind: 'submission',
    changes: [[group, { after, message: 'upload' }]],
    givesUp: random.chance(0.2),
    async send(connection) {
      const earlier = path === '' ? undefined : await connection.visitor(path)
      // A rollback forgets which group was made of it.
      if (earlier?.status === 404 && group.groupId !== '') {
        return Response.json({ groupId: group.groupId, managementToken: group.token })
      }
      if (earlier !== undefined && earlier.status !== 404 && !earlier.ok) return earlier
      const begun = earlier?.ok ? earlier : await connection.visitor(url, json('POST', body))
      if (!begun.ok) return begun
      const { submissionId, files: places } = (await begun.json()) as { submissionId: string; files: Place[] }
      path = `${url}/${submissionId}`
      for (const [index, file] of files.entries()) {
        const place = places[index] ?? { status: 'waiting' }
        if (place.status === 'arrived') kept.files++
        const refused = await sendRest(connection, `${path}/files/${index}`, { ...file, place, kept })
        if (refused) return refused
      }
      return connection.visitor(`${path}/complete`, { method: 'POST' })
    },
  }
}

/** Returns the answer that refuses a part of it. */
async function sendRest(
  { visitor }: Connection,
  path: string,
  { bytes, parts, place, kept }: SentFile & { readonly place: Place; readonly kept: Kept },
): Promise<Response | undefined> {
  const size = Math.max(limits.partBytes, Math.ceil(bytes.length / parts))
  let start = place.status === 'arrived' ? bytes.length : (place.receivedBytes ?? 0)
  if (start > 0 && start < bytes.length) kept.parts++
  while (start < bytes.length) {
    const end = Math.min(start + size, bytes.length)
    const range = size < bytes.length && { 'content-range': `bytes ${start}-${end - 1}/${bytes.length}` }
    const response = await visitor(path, {
      method: 'PUT',
      body: new Uint8Array(bytes.subarray(start, end)),
      headers: { 'content-type': 'image/jpeg', ...range },
    })
    if (!response.ok) return response
    await response.arrayBuffer()
    start = end
  }
  return undefined
}

const json = (method: string, body: unknown): RequestInit => ({
  method,
  body: JSON.stringify(body),
  headers: { 'content-type': 'application/json' },
})
