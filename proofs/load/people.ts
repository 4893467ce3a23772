import { setTimeout as sleep } from 'node:timers/promises'
import type { Random } from '#proofs/abuse/random.ts'
import type { AdminHeaders } from '#proofs/abuse/world.ts'
import { batchForm } from '#tests/support/upload.ts'
import type { Figures } from './figures.ts'

export interface Scene {
  readonly url: string
  readonly figures: Figures
  readonly photos: readonly Buffer[]
  readonly admin: () => AdminHeaders
  readonly random: Random
  readonly isOver: () => boolean
}

const json = (method: string, body: unknown): RequestInit => ({
  method,
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify(body),
})

/** Mostly small photos of a phone, every fifth in full size. */
const somePhoto = ({ photos, random }: Scene) => (random.chance(0.2) ? photos.at(-1) : random.pick(photos)) as Buffer

const filesOf = (scene: Scene, count: number) =>
  Array.from({ length: count }, (_, n) => ({ name: `${n}.jpg`, bytes: somePhoto(scene) }))

/** Uploads a batch, reads it, changes texts, adds, sorts and deletes; every fourth group is deleted. */
export async function visit(scene: Scene): Promise<void> {
  const { url, figures, random, isOver } = scene
  while (!isOver()) {
    const metadata = {
      name: `Visitor ${random.int(1_000)}`,
      title: 'A day in the workshop',
      year: 2020 + random.int(6),
    }
    const socialMediaConsents = random.chance(0.5) ? [{ platformId: 1 }] : []
    const parts = { metadata, consents: { workshopConsent: true, socialMediaConsents } }
    const body = await batchForm({ files: filesOf(scene, 1 + random.int(5)), parts })
    const uploaded = await figures.measure('upload of 1 to 5 photos', () =>
      fetch(`${url}/api/upload/batch`, { method: 'POST', body }),
    )
    if (uploaded === undefined) continue
    const { managementToken, images } = uploaded.body as { managementToken: string; images: { id: number }[] }
    const at = `${url}/api/manage/${managementToken}`
    const imageIds = images.map(({ id }) => id)
    await figures.measure('manage: view', () => fetch(at))
    await figures.measure('manage: metadata', () => fetch(`${at}/metadata`, json('PUT', { title: 'Another title' })))
    const descriptions = imageIds.map((imageId) => ({ imageId, description: 'A lamp' }))
    await figures.measure('manage: descriptions', () =>
      fetch(`${at}/images/descriptions`, json('PUT', { descriptions })),
    )
    await figures.measure('manage: reorder', () =>
      fetch(`${at}/reorder`, json('PUT', { imageIds: imageIds.toReversed() })),
    )
    const consent = (action: string) => json('PUT', { consentType: 'workshop', action })
    await figures.measure('manage: consent', () => fetch(`${at}/consents`, consent('revoke')))
    await figures.measure('manage: consent', () => fetch(`${at}/consents`, consent('restore')))
    if (random.chance(0.4)) {
      const more = new FormData()
      more.append('images', new Blob([new Uint8Array(somePhoto(scene))], { type: 'image/jpeg' }), 'more.jpg')
      await figures.measure('manage: add a photo', () => fetch(`${at}/images`, { method: 'POST', body: more }))
    }
    if (imageIds.length > 1 && random.chance(0.4)) {
      await figures.measure('manage: delete a photo', () => fetch(`${at}/images/${imageIds[0]}`, { method: 'DELETE' }))
    }
    if (random.chance(0.25)) await figures.measure('manage: delete', () => fetch(at, { method: 'DELETE' }))
  }
}

/** The number of groups to keep, so that lists and disk do not grow during the proof. */
const maxGroups = 150

/** Lists, approves, edits, reads logs and exports; deletes the oldest groups when there are many. */
export async function moderate({ url, figures, admin, random, isOver }: Scene): Promise<void> {
  const read = (name: string, path: string) =>
    figures.measure(name, () => fetch(`${url}${path}`, { headers: { ...admin() } }))
  const write = (name: string, path: string, init: RequestInit, expected?: readonly number[]) =>
    figures.measure(
      name,
      () => fetch(`${url}${path}`, { ...init, headers: { ...admin(), 'content-type': 'application/json' } }),
      expected,
    )
  // A group may be deleted by its owner meanwhile.
  const orGone = [200, 404]
  while (!isOver()) {
    const listed = await read('admin: list', '/api/admin/groups?status=pending&limit=50&order=deadline')
    const groups = (listed?.body.groups ?? []) as { groupId: string }[]
    for (const { groupId } of groups.slice(0, 5)) {
      await write(
        'admin: approve',
        `/api/admin/groups/${groupId}/approve`,
        { method: 'PATCH', body: '{"approved":true}' },
        orGone,
      )
      const body = JSON.stringify({ title: `Edited ${random.int(1_000)}` })
      await write('admin: edit', `/api/admin/groups/${groupId}`, { method: 'PATCH', body }, orGone)
    }
    await read('admin: list', '/api/admin/groups?workshopOnly=true&limit=50')
    await read('admin: logs', '/api/admin/management-audit?limit=100')
    await read('admin: logs', '/api/admin/deletion-log?limit=100')
    await read('admin: overview', '/api/admin/overview')
    await read('admin: export', '/api/admin/consents/export?format=csv')
    const all = await read('admin: list of all', '/api/admin/groups')
    const surplus = ((all?.body.groups ?? []) as { groupId: string }[]).slice(maxGroups)
    if (surplus.length > 0) {
      const body = JSON.stringify({ action: 'delete', groupIds: surplus.map(({ groupId }) => groupId) })
      await write('admin: delete several', '/api/admin/groups/bulk', { method: 'POST', body })
    }
    await sleep(200)
  }
}

/** Requests the feed with its ETag, and previews of some groups, like a screen in the workshop. */
export async function watch({ url, figures, random, isOver }: Scene): Promise<void> {
  let etag = ''
  while (!isOver()) {
    const feed = await figures.measure(
      'feed',
      () => fetch(`${url}/api/groups`, { headers: { 'if-none-match': etag } }),
      [200, 304],
    )
    etag = feed?.headers.get('etag') ?? ''
    const groups = (feed?.body?.groups ?? []) as {
      groupId: string
      images: { previewPath: string; filePath: string }[]
    }[]
    for (let shown = 0; shown < 4 && groups.length > 0; shown++) {
      const { groupId, images } = random.pick(groups)
      const image = random.pick(images)
      await figures.measure('preview', () => fetch(`${url}${image.previewPath}`), [200, 404])
      if (random.chance(0.1)) await figures.measure('original', () => fetch(`${url}${image.filePath}`), [200, 404])
      if (random.chance(0.2)) await figures.measure('group', () => fetch(`${url}/api/groups/${groupId}`), [200, 404])
    }
    await sleep(100)
  }
}
