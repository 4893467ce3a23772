import assert from 'node:assert/strict'
import { makePhoto } from '#tests/support/images/make-image.ts'
import type { Container } from './container.ts'

const password = 'nine copper lamps hang low'

async function json(response: Response): Promise<Record<string, unknown>> {
  assert.ok(response.ok, await response.clone().text())
  return (await response.json()) as Record<string, unknown>
}

/** Uploads a photo as a visitor does and returns the group's id and the addresses of its files. */
export async function uploadPhoto({ url }: Container): Promise<{ groupId: string; paths: string[] }> {
  const form = new FormData()
  form.append('metadata', JSON.stringify({ title: 'From a container' }))
  form.append('consents', JSON.stringify({ workshopConsent: true }))
  form.append('images', new Blob([new Uint8Array(await makePhoto())], { type: 'image/jpeg' }), 'photo.jpg')
  const group = await json(await fetch(`${url}/api/upload/batch`, { method: 'POST', body: form }))
  const [photo] = group.images as { filePath: string; previewPath: string }[]
  assert.ok(photo)
  return { groupId: String(group.groupId), paths: [photo.filePath, photo.previewPath] }
}

/** Creates the first admin with the code that the container has logged, and approves the group. */
export async function approve({ url, log }: Container, groupId: string): Promise<void> {
  const setupCode = /setup code: ([\w-]+)/.exec(await log())?.[1]
  assert.ok(setupCode, 'The container logs a setup code')
  const send = (path: string, method: string, body: unknown, headers: Record<string, string> = {}) =>
    fetch(url + path, {
      method,
      body: JSON.stringify(body),
      headers: { 'content-type': 'application/json', ...headers },
    })
  const account = { username: 'admin', password }
  const refused = await send('/auth/setup/initial-admin', 'POST', account)
  assert.equal(refused.status, 403, 'Nobody sets up the first admin without the code')
  const created = await send('/auth/setup/initial-admin', 'POST', { ...account, setupCode })
  const cookie = created.headers.getSetCookie()[0]?.split(';')[0] ?? ''
  const { csrfToken } = await json(created)
  const session = { cookie, 'x-csrf-token': String(csrfToken) }
  await json(await send(`/api/admin/groups/${groupId}/approve`, 'PATCH', { approved: true }, session))
}

/** The public view: the group in the feed, and bytes at its addresses. */
export async function checkShown({ url }: Container, groupId: string, paths: readonly string[]): Promise<void> {
  const { groups } = await json(await fetch(`${url}/api/groups`))
  assert.deepEqual(
    (groups as { groupId: string }[]).map((group) => group.groupId),
    [groupId],
  )
  for (const path of paths) {
    const response = await fetch(url + path)
    assert.equal(response.headers.get('content-type'), 'image/jpeg', path)
    assert.ok((await response.arrayBuffer()).byteLength > 1_000, path)
  }
}
