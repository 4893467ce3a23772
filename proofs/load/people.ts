import { setTimeout as sleep } from 'node:timers/promises'
import type { Random } from '#proofs/random.ts'
import type { AdminHeaders } from '#proofs/service/world.ts'
import { batchForm } from '#tests/support/upload.ts'
import type { Metrics } from './metrics.ts'

export interface Scene {
  readonly url: string
  readonly metrics: Metrics
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
  const { url, metrics, random, isOver } = scene
  while (!isOver()) {
    const metadata = {
      name: `Visitor ${random.below(1_000)}`,
      title: 'A day in the workshop',
      year: 2020 + random.below(6),
    }
    const socialMediaConsents = random.chance(0.5) ? [{ platformId: 1 }] : []
    const parts = { metadata, consents: { workshopConsent: true, socialMediaConsents } }
    const body = await batchForm({ files: filesOf(scene, 1 + random.below(5)), parts })
    const uploaded = await metrics.measure('upload of 1 to 5 photos', () =>
      fetch(`${url}/api/upload/batch`, { method: 'POST', body }),
    )
    if (uploaded === undefined) continue
    const { managementToken, images } = uploaded.body as { managementToken: string; images: { id: number }[] }
    const at = `${url}/api/manage/${managementToken}`
    const imageIds = images.map(({ id }) => id)
    await metrics.measure('manage: view', () => fetch(at))
    await metrics.measure('manage: metadata', () => fetch(`${at}/metadata`, json('PUT', { title: 'Another title' })))
    const descriptions = imageIds.map((imageId) => ({ imageId, description: 'A lamp' }))
    await metrics.measure('manage: descriptions', () =>
      fetch(`${at}/images/descriptions`, json('PUT', { descriptions })),
    )
    await metrics.measure('manage: reorder', () =>
      fetch(`${at}/reorder`, json('PUT', { imageIds: imageIds.toReversed() })),
    )
    const consent = (action: string) => json('PUT', { consentType: 'workshop', action })
    await metrics.measure('manage: consent', () => fetch(`${at}/consents`, consent('revoke')))
    await metrics.measure('manage: consent', () => fetch(`${at}/consents`, consent('restore')))
    if (random.chance(0.4)) {
      const more = new FormData()
      more.append('images', new Blob([new Uint8Array(somePhoto(scene))], { type: 'image/jpeg' }), 'more.jpg')
      await metrics.measure('manage: add a photo', () => fetch(`${at}/images`, { method: 'POST', body: more }))
    }
    if (imageIds.length > 1 && random.chance(0.4)) {
      await metrics.measure('manage: delete a photo', () => fetch(`${at}/images/${imageIds[0]}`, { method: 'DELETE' }))
    }
    if (random.chance(0.25)) await metrics.measure('manage: delete', () => fetch(at, { method: 'DELETE' }))
  }
}

/** The number of groups to keep, so that lists and disk do not grow during the proof. */
const maxGroups = 150

/** Lists, approves, edits, reads logs and exports; deletes the oldest groups when there are many. */
export async function moderate({ url, metrics, admin, random, isOver }: Scene): Promise<void> {
  const read = (name: string, path: string) =>
    metrics.measure(name, () => fetch(`${url}${path}`, { headers: { ...admin() } }))
  const write = (name: string, path: string, init: RequestInit, expected?: readonly number[]) =>
    metrics.measure(
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
      const body = JSON.stringify({ title: `Edited ${random.below(1_000)}` })
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
export async function watch({ url, metrics, random, isOver }: Scene): Promise<void> {
  let etag = ''
  while (!isOver()) {
    const feed = await metrics.measure(
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
      await metrics.measure('preview', () => fetch(`${url}${image.previewPath}`), [200, 404])
      if (random.chance(0.1)) await metrics.measure('original', () => fetch(`${url}${image.filePath}`), [200, 404])
      if (random.chance(0.2)) await metrics.measure('group', () => fetch(`${url}/api/groups/${groupId}`), [200, 404])
    }
    await sleep(100)
  }
}
