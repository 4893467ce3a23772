import { makeImage } from '#tests/support/images/make-image.ts'
import { batchForm } from '#tests/support/upload.ts'
import type { Random } from './random.ts'
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
  /** Deletes all groups, as their owners do. */
  clear(): Promise<void>
}

export const credentials = { username: 'admin', password: 'the password of the proof' }

/** An IPv4 address out of 2^24, so that limits by address stay out of the way. */
export const someAddress = (random: Random): string => `10.${random.int(256)}.${random.int(256)}.${random.int(256)}`

export async function createWorld({ url, log }: Target): Promise<World> {
  const bytes = await makeImage()
  const groups: KnownGroup[] = []
  let admin: AdminHeaders = { cookie: '', 'x-csrf-token': '' }

  async function start(path: string): Promise<boolean> {
    const answer = await fetch(`${url}${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(credentials),
    })
    if (!answer.ok) return false
    const cookie = answer.headers.getSetCookie()[0]?.split(';', 1)[0] ?? ''
    const { csrfToken } = (await answer.json()) as { csrfToken: string }
    admin = { cookie, 'x-csrf-token': csrfToken }
    return true
  }
  const renewSession = async () => {
    if ((await start('/auth/login')) || (await start('/auth/setup/initial-admin'))) return
    throw new Error('The admin cannot log in')
  }
  log.secrets.add(credentials.password)
  await renewSession()

  return {
    groups,
    admin: () => admin,
    renewSession,
    async addGroup() {
      const files = ['a.jpg', 'b.jpg', 'a.jpg'].map((name) => ({ name, bytes }))
      const answer = await fetch(`${url}/api/upload/batch`, { method: 'POST', body: await batchForm({ files }) })
      if (answer.status !== 200) throw new Error(`A normal upload was answered with ${answer.status}`)
      const { groupId, managementToken, images } = (await answer.json()) as {
        groupId: string
        managementToken: string
        images: { id: number; fileName: string }[]
      }
      log.secrets.add(managementToken)
      const group = {
        groupId,
        token: managementToken,
        imageIds: images.map(({ id }) => id),
        fileNames: images.map(({ fileName }) => fileName),
      }
      groups.push(group)
      return group
    },
    async clear() {
      for (;;) {
        const listed = await fetch(`${url}/api/admin/groups?limit=1000`, { headers: { ...admin } })
        if (listed.status === 403) {
          await renewSession()
          continue
        }
        const { groups: found } = (await listed.json()) as { groups: { groupId: string }[] }
        if (found.length === 0) break
        for (let start = 0; start < found.length; start += 500) {
          const groupIds = found.slice(start, start + 500).map(({ groupId }) => groupId)
          const answer = await fetch(`${url}/api/admin/groups/bulk`, {
            method: 'POST',
            headers: { ...admin, 'content-type': 'application/json' },
            body: JSON.stringify({ action: 'delete', groupIds }),
          })
          if (!answer.ok) throw new Error(`Deleting was answered with ${answer.status}: ${await answer.text()}`)
        }
      }
      groups.length = 0
    },
  }
}
