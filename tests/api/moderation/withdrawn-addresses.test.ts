import { describe, expect, it } from 'vitest'
import { ask } from '#tests/support/ask.ts'
import type { OwnedGroup } from '#tests/support/manage.ts'
import { reviewedGroups } from '#tests/support/reviewed-groups.ts'

const { app, admin, waiting, seenByAdmin, seenByOwner, approve, edit, statusOf } = reviewedGroups()

describe('addresses of photos that are withdrawn (D47)', () => {
  const addresses = async (groupId: string) =>
    (await seenByAdmin(groupId)).images.flatMap(({ fileName, filePath, previewPath }) => [
      filePath,
      previewPath,
      `/api/download/${fileName}`,
    ])

  it.each<[string, (group: OwnedGroup) => Promise<unknown>, number]>([
    [
      'the owner withdraws the consent',
      ({ owner }) => owner.send('PUT', '/consents', { consentType: 'workshop', action: 'revoke' }),
      3,
    ],
    [
      'an admin withdraws the consent',
      ({ groupId }) => ask(admin(), 'setGroupConsents', { params: { groupId }, json: { workshopConsent: false } }),
      3,
    ],
    ['a moderator withdraws the approval', ({ groupId }) => approve(groupId, { approved: false }), 3],
    ['a moderator hides one', ({ groupId, imageIds }) => edit(groupId, imageIds[0], { hidden: true }), 1],
  ])('answer 404 at once when %s', async (_, withdraw, count) => {
    const group = await waiting()
    await approve(group.groupId)
    const before = await addresses(group.groupId)
    for (const path of before) expect(await statusOf(path)).toBe(200)
    await withdraw(group)
    const after = await addresses(group.groupId)
    expect(await Promise.all(before.map(statusOf))).toEqual(before.map((_, index) => (index < 3 * count ? 404 : 200)))
    for (const path of after) expect(await statusOf(path)).toBe(200)
    const { images } = await seenByOwner(group)
    expect(images.map(({ filePath }: { filePath: string }) => filePath)).toEqual(
      after.filter((path) => path.startsWith('/upload/')),
    )
  })

  it("stay when an owner's edit resets the approval, and when a consent is restored", async () => {
    const group = await waiting()
    await approve(group.groupId)
    const before = await addresses(group.groupId)
    await group.owner.send('PUT', '/metadata', { title: 'new' })
    expect(await addresses(group.groupId)).toEqual(before)
    await group.owner.send('PUT', '/consents', { consentType: 'workshop', action: 'revoke' })
    const renamed = await addresses(group.groupId)
    await group.owner.send('PUT', '/consents', { consentType: 'workshop', action: 'restore' })
    await approve(group.groupId)
    expect(await addresses(group.groupId)).toEqual(renamed)
  })

  it('leave the files in place, and deleting removes them', async () => {
    const group = await waiting(1)
    await approve(group.groupId)
    const files = await app().storedFiles()
    await approve(group.groupId, { approved: false })
    expect(await app().storedFiles()).toEqual(files)
    await group.owner.send('DELETE')
    const names = group.group.images.map(({ fileName }) => fileName)
    expect((await app().storedFiles()).filter((file) => names.some((name) => file.endsWith(name)))).toEqual([])
  })

  it('tell search engines to keep out', async () => {
    const group = await waiting(1)
    for (const path of await addresses(group.groupId)) {
      expect((await app().fetch(path)).headers.get('x-robots-tag')).toBe('noindex, noimageindex')
      expect((await app().fetch(path)).headers.get('x-robots-tag')).toBe('noindex, noimageindex')
    }
    const robots = await app().fetch('/robots.txt')
    expect(robots.headers.get('content-type')).toMatch(/^text\/plain/)
    expect(await robots.text()).toBe('User-agent: *\nDisallow: /\n')
  })
})
