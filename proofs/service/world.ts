import { loginAsAdmin } from '#tests/support/admin.ts'
import { makeImage } from '#tests/support/images/make-image.ts'
import { batchForm } from '#tests/support/upload.ts'
import type { Target } from './target.ts'

export interface KnownGroup {
  readonly groupId: string
  readonly token: string
  readonly imageIds: readonly number[]
  readonly fileNames: readonly string[]
}

export interface AdminHeaders {
  readonly cookie: string
  readonly 'x-csrf-token': string
}

/** What exists in the service while it is attacked: an admin, groups. */
export interface World {
  readonly groups: KnownGroup[]
  admin(): AdminHeaders
  /** Logs in again, after an attack has ended the session. */
  renewSession(): Promise<void>
  addGroup(): Promise<KnownGroup>
  /** Deletes all groups. */
  clear(): Promise<void>
}

export async function createWorld({ url, log }: Target): Promise<World> {
  const bytes = await makeImage()
  const groups: KnownGroup[] = []
  let admin: AdminHeaders = { cookie: '', 'x-csrf-token': '' }
  const renewSession = async () => {
    const { cookie, csrfToken } = await loginAsAdmin({ fetch: (path, init) => fetch(`${url}${path}`, init) })
    admin = { cookie, 'x-csrf-token': csrfToken }
  }
  await renewSession()
  return {
    groups,
    admin: () => admin,
    renewSession,
    async addGroup() {
      const group = await uploadGroup(url, bytes)
      log.secrets.add(group.token)
      groups.push(group)
      return group
    },
    async clear() {
      while ((await deleteSome(url, admin)) > 0);
      groups.length = 0
    },
  }
}

async function uploadGroup(url: string, bytes: Buffer): Promise<KnownGroup> {
  const files = ['a.jpg', 'b.jpg', 'a.jpg'].map((name) => ({ name, bytes }))
  const answer = await fetch(`${url}/api/upload/batch`, { method: 'POST', body: await batchForm({ files }) })
  if (answer.status !== 200) throw new Error(`A normal upload was answered with ${answer.status}`)
  const { groupId, managementToken, images } = (await answer.json()) as {
    groupId: string
    managementToken: string
    images: { id: number; fileName: string }[]
  }
  const imageIds = images.map(({ id }) => id)
  return { groupId, token: managementToken, imageIds, fileNames: images.map(({ fileName }) => fileName) }
}

/** Returns how many groups it has deleted. */
async function deleteSome(url: string, admin: AdminHeaders): Promise<number> {
  const listed = await fetch(`${url}/api/admin/groups?limit=500`, { headers: { ...admin } })
  const { groups } = (await listed.json()) as { groups: { groupId: string }[] }
  if (groups.length === 0) return 0
  const answer = await fetch(`${url}/api/admin/groups/bulk`, {
    method: 'POST',
    headers: { ...admin, 'content-type': 'application/json' },
    body: JSON.stringify({ action: 'delete', groupIds: groups.map(({ groupId }) => groupId) }),
  })
  if (!answer.ok) throw new Error(`Deleting was answered with ${answer.status}: ${await answer.text()}`)
  return groups.length
}
