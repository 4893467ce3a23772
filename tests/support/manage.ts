import type { ManagedGroup } from '#server/domain/caller.ts'
import { type AnswerTo, ask, send as askFor } from './ask.ts'
import { makeImage } from './images/make-image.ts'
import type { TestApp } from './start-app.ts'
import { type BatchSpec, publish, type UploadedGroup, uploadGroup } from './upload.ts'

/** An answer with its body. */
export interface Answer {
  readonly status: number
  readonly headers: Headers
  // biome-ignore lint/suspicious/noExplicitAny: tests look into answers of many shapes
  readonly body: any
}

/** The holder of a management token. */
export interface Owner {
  readonly send: (method: string, path?: string, json?: unknown) => Promise<Answer>
  readonly view: () => Promise<AnswerTo<'getManagedGroup'>>
  readonly add: (...images: Uint8Array[]) => Promise<Answer>
  readonly addWith: (key: string, ...images: Uint8Array[]) => Promise<Answer>
}

export const answerOf = async (response: Response): Promise<Answer> => ({
  status: response.status,
  headers: response.headers,
  body: await response.json(),
})

export interface From {
  /** The client's address; the service must run with TRUST_PROXY_HOPS=1. */
  readonly address?: string
}

export function owner(app: TestApp, token: string, { address = '198.51.100.1' }: From = {}): Owner {
  const headers = { 'x-forwarded-for': address }
  const url = (path: string) => `/api/manage/${token}${path}`
  const send = async (method: string, path = '', json?: unknown) => {
    const body = json === undefined ? {} : { body: JSON.stringify(json) }
    const type = json === undefined ? {} : { 'content-type': 'application/json' }
    return answerOf(await app.fetch(url(path), { method, headers: { ...headers, ...type }, ...body }))
  }
  const add = async (images: readonly Uint8Array[], more: Record<string, string> = {}) => {
    const body = new FormData()
    for (const [i, bytes] of images.entries()) {
      body.append('images', new Blob([new Uint8Array(bytes)], { type: 'image/jpeg' }), `added-${i + 1}.jpg`)
    }
    return answerOf(await app.fetch(url('/images'), { method: 'POST', headers: { ...headers, ...more }, body }))
  }
  return {
    send,
    view: () => askFor(app, 'getManagedGroup', { params: { token }, headers }),
    add: (...images) => add(images),
    addWith: (key, ...images) => add(images, { 'idempotency-key': key }),
  }
}

export interface OwnedGroup {
  readonly group: UploadedGroup
  readonly groupId: string
  readonly token: string
  readonly imageIds: number[]
  readonly owner: Owner
}

/** Uploads a group of `images` small images, approved unless said otherwise. */
export async function ownGroup(
  app: TestApp,
  { images = 3, approved = true, parts = {} }: { images?: number; approved?: boolean; parts?: BatchSpec['parts'] } = {},
): Promise<OwnedGroup> {
  const bytes = await makeImage()
  const files = Array.from({ length: images }, (_, i) => ({ name: `${i + 1}.jpg`, bytes }))
  const group = await uploadGroup(app, { files, ...(parts && { parts }) })
  if (approved) await publish(app, group.groupId)
  return owned(app, group)
}

/** An uploaded group with its owner. */
export function owned(app: TestApp, group: UploadedGroup): OwnedGroup {
  const { groupId, managementToken: token } = group
  return { group, groupId, token, imageIds: group.images.map(({ id }) => id), owner: owner(app, token) }
}

/** The group's stored row. */
export const stored = async (app: TestApp, groupId: string) => {
  const group = await app.app.deps.database.groups.find(groupId)
  if (group === undefined) throw new Error('The group is gone')
  return group
}

/** The group as the token guard hands it to a use case. */
export const managedGroup = async (app: TestApp, groupId: string) => (await stored(app, groupId)) as ManagedGroup

export const isPublic = async (app: TestApp, groupId: string): Promise<boolean> => {
  const { groups } = await ask(app, 'listGroups')
  const one = await app.fetch(`/api/groups/${groupId}`)
  const listed = groups.some((group) => group.groupId === groupId)
  if (listed !== (one.status === 200)) throw new Error('The feed and the group do not agree')
  return listed
}
