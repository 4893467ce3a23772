import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, inject, it } from 'vitest'
import { loginAsAdmin } from '#tests/support/admin.ts'
import { ownGroup } from '#tests/support/manage.ts'
import { startApp, type TestApp } from '#tests/support/start-app.ts'

/** The files of the data folder that have one of the texts, with that text. */
async function foundIn({ dataDir }: TestApp, texts: readonly string[]): Promise<string[]> {
  const entries = await readdir(dataDir, { recursive: true, withFileTypes: true })
  const found: string[] = []
  for (const entry of entries.filter((each) => each.isFile())) {
    const bytes = await readFile(join(entry.parentPath, entry.name)).catch(() => Buffer.alloc(0))
    for (const text of texts) if (bytes.includes(text)) found.push(`${text} in ${entry.name}`)
  }
  return found
}

// A database server has its own log.
describe.runIf(inject('engine') === 'sqlite')('the bytes of the data folder', () => {
  const texts = ['zwiebelturm', 'kranichfeder', 'fliederduft', 'lampenschirm', 'regenbogen']
  const [title, name, description, caption, edited] = texts

  it('have nothing of a deleted group soon after its deletion, while the service runs', async () => {
    await using app = await startApp()
    const { owner, groupId, imageIds, token } = await ownGroup(app, {
      parts: { metadata: { title, name, description } },
    })
    await owner.send('PUT', '/images/descriptions', { descriptions: [{ imageId: imageIds[0], description: caption }] })
    await owner.send('PUT', '/metadata', { title: edited })
    expect(await foundIn(app, [...texts, token])).not.toEqual([])

    expect((await owner.send('DELETE')).status).toBe(200)
    await expect.poll(() => foundIn(app, [...texts, token]), { timeout: 10_000 }).toEqual([])
    expect(await foundIn(app, [groupId])).not.toEqual([])
  })

  it('have nothing of a group that an admin deletes', async () => {
    await using app = await startApp()
    const admin = await loginAsAdmin(app)
    const { groupId, token } = await ownGroup(app, { parts: { metadata: { title, name, description } } })
    expect((await admin.fetch(`/api/admin/groups/${groupId}`, { method: 'DELETE' })).status).toBe(200)
    await expect.poll(() => foundIn(app, [...texts, token]), { timeout: 10_000 }).toEqual([])
  })
})
