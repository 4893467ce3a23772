import { setTimeout as sleep } from 'node:timers/promises'
import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { loginAsAdmin, loginAsModerator } from '#tests/support/admin.ts'
import { ask } from '#tests/support/ask.ts'
import { makeImage } from '#tests/support/images/make-image.ts'
import { ownGroup } from '#tests/support/manage.ts'
import { adminPages, heading } from '#tests/support/pages/admin-pages.ts'
import { uploadGroup } from '#tests/support/upload.ts'

const { app, visit, titled, isApproved } = adminPages()

async function inMenuOf(page: Page, n: number, name: string | RegExp): Promise<void> {
  await page.getByRole('button', { name: `More for photo ${n}` }).click()
  await page.getByRole('menuitem', { name }).click()
}
const deletePhoto = (page: Page, n: number) => inMenuOf(page, n, 'Delete')

describe('the page of a group', () => {
  const orderOf = async (groupId: string) => (await app().app.deps.database.images.ofGroup(groupId)).map(({ id }) => id)

  it('saves order and captions when they change, shows photos full size, deletes one and then the group', async () => {
    const session = await loginAsAdmin(app())
    const { groupId, imageIds } = await titled('A stool')
    const [first, second] = imageIds
    const page = await visit({ path: `/admin/moderation/${groupId}`, session })
    await heading(page, 'A stool').waitFor()

    await page.getByRole('button', { name: 'Move photo 1 back' }).click()
    await expect.poll(() => orderOf(groupId)).toEqual([second, first])
    await page.getByLabel('Caption of photo 1').fill('The frame')
    await page.keyboard.press('Tab')
    await expect
      .poll(async () => (await app().app.deps.database.images.ofGroup(groupId))[0]?.imageDescription)
      .toBe('The frame')

    await page.getByRole('button', { name: 'Enlarge photo 1' }).click()
    const large = page.getByRole('dialog', { name: 'A stool' })
    await expect.poll(() => large.getByLabel('Caption').inputValue()).toBe('The frame')
    await page.keyboard.press('ArrowRight')
    await large.getByText('Photo 2 of 2').waitFor()
    await page.keyboard.press('Escape')
    await large.waitFor({ state: 'detached' })

    await deletePhoto(page, 1)
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
    await page.getByRole('button', { name: 'More for photo 2' }).waitFor({ state: 'detached' })
    await page.keyboard.press('v')
    // Before it is deleted for good, after eight seconds.
    await large.getByText('Photo 1 of 1').waitFor({ timeout: 5_000 })
    await page.keyboard.press('Escape')
    await large.waitFor({ state: 'detached' })
    await page.getByRole('button', { name: 'Undo' }).click()
    await page.getByRole('button', { name: 'More for photo 2' }).waitFor()
    expect(await orderOf(groupId)).toEqual([second, first])

    await page.clock.install()
    await deletePhoto(page, 1)
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
    await page.getByRole('button', { name: 'More for photo 2' }).waitFor({ state: 'detached' })
    await page.clock.fastForward(8_000)
    await expect.poll(() => orderOf(groupId)).toEqual([first])
    await deletePhoto(page, 1)
    await page.getByRole('dialog', { name: 'Delete “A stool”?' }).waitFor()
    await page.keyboard.press('y')
    await page.waitForURL('**/admin/moderation')
    // Nothing is deleted while it can be undone, and the undo restores the page.
    await page.getByRole('heading', { name: 'All done' }).waitFor()
    expect(await app().app.deps.database.groups.find(groupId)).toBeDefined()
    await page.getByRole('button', { name: 'Undo' }).click()
    await page.getByRole('heading', { name: 'A stool' }).waitFor()
  })

  it('shows the consents with their history, and edits the texts in place', async () => {
    const session = await loginAsAdmin(app())
    const { groupId, owner } = await titled('A stool', {
      consents: { workshopConsent: true, socialMediaConsents: [1] },
    })
    await owner.send('PUT', '/consents', { consentType: 'platform', action: 'revoke', platformId: 1 })
    const page = await visit({ path: `/admin/moderation/${groupId}`, session })
    await page.getByText('History, 3 entries').click()
    await page.getByText('with the management link').waitFor()
    await page.getByLabel('Title', { exact: true }).fill('A chair')
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await heading(page, 'A chair').waitFor()
    await page.getByLabel('Title', { exact: true }).fill('A bench')
    await page.getByLabel('Caption of photo 1').fill('Oak')
    await page.getByText('Not saved', { exact: true }).waitFor()
    await page.getByRole('button', { name: 'Approve', exact: true }).click()
    await expect.poll(() => isApproved(groupId)).toBe(true)
    const { database } = app().app.deps
    expect(await database.groups.find(groupId)).toMatchObject({ title: 'A bench' })
    expect((await database.images.ofGroup(groupId))[0]?.imageDescription).toBe('Oak')
  })

  it('does not show a withdrawn group as on display, and says that one was deleted; long words do not widen the page', async () => {
    const session = await loginAsAdmin(app())
    const word = 'Donaudampfschifffahrtsgesellschaftskapitän'
    const { groupId, owner } = await ownGroup(app(), {
      images: 1,
      parts: { metadata: { title: word.repeat(4), name: word.repeat(2) } },
    })
    const page = await visit({ path: `/admin/moderation/${groupId}`, session, width: 390 })
    await page.getByText('On display', { exact: true }).waitFor()
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(390)
    await owner.send('PUT', '/consents', { consentType: 'workshop', action: 'revoke' })
    await page.reload()
    await page.getByText('Not on display', { exact: true }).waitFor()
    await page.goto(`${app().url}/admin/moderation/unknown`)
    await heading(page, 'This group no longer exists').waitFor()
  })

  it('says of a group that its owner deleted that it is gone, not what was decided before', async () => {
    const session = await loginAsAdmin(app())
    const { groupId, owner } = await titled('A stool')
    const moderator = await loginAsModerator(app())
    const page = await visit({ path: `/admin/moderation/${groupId}`, session: moderator })
    await heading(page, 'A stool').waitFor()
    await ask(session, 'approveGroup', { params: { groupId }, json: { approved: true } })
    await page.getByText('Approved by admin just now').waitFor()
    await owner.send('DELETE')
    await heading(page, 'This group no longer exists').waitFor()
    await page.getByText('It was deleted, or the address is wrong.').waitFor({ timeout: 3_000 })
  })

  it('clears the date of a photo whose camera had a wrong clock, and undoes it', async () => {
    const bytes = await makeImage({ takenAt: '2008:05:06 07:08:09' })
    const { groupId } = await uploadGroup(app(), { files: [{ name: 'a.jpg', bytes }] })
    const page = await visit({ path: `/admin/moderation/${groupId}`, session: await loginAsAdmin(app()) })
    await inMenuOf(page, 1, /2008/)
    const takenAt = async () => (await app().app.deps.database.images.ofGroup(groupId))[0]?.exifDateTaken
    await expect.poll(takenAt).toBeNull()
    await page.getByRole('button', { name: 'Undo' }).click()
    await expect.poll(takenAt).toMatch(/^2008/)
  })

  it('opens photos in a tab that is older than the service', async () => {
    const { groupId } = await titled('A stool')
    const page = await visit({ path: `/admin/moderation/${groupId}`, session: await loginAsAdmin(app()) })
    await heading(page, 'A stool').waitFor()
    // An update has removed the files that the page has not loaded yet.
    let isReloaded = false
    page.on('request', (request) => (isReloaded ||= request.isNavigationRequest()))
    await page.route('**/assets/*lightbox*', (route) =>
      isReloaded ? route.continue() : route.fulfill({ status: 404 }),
    )
    await page.getByRole('button', { name: 'Enlarge photo 1' }).click()
    await page.getByRole('dialog', { name: 'A stool' }).waitFor()
  })

  it('goes on to the next group after a decision only from the page of its group', async () => {
    const session = await loginAsAdmin(app())
    const [one, , three] = [await titled('One'), await titled('Two'), await titled('Three')]
    const page = await visit({ path: '/admin/moderation', session })
    await page.getByRole('link', { name: 'One' }).click()
    await heading(page, 'One').waitFor()
    const answer = Promise.withResolvers<void>()
    await page.route('**/api/admin/groups/bulk', async (route) => {
      await answer.promise
      await route.continue()
    })
    await page.keyboard.press('a')
    for (const title of ['Two', 'Three']) {
      await page.keyboard.press('n')
      await heading(page, title).waitFor()
    }
    answer.resolve()
    await expect.poll(() => isApproved(one.groupId)).toBe(true)
    await sleep(500)
    expect(page.url()).toContain(three.groupId)
  })

  it('approves no group that has changed since it was shown, and shows the differences', async () => {
    const session = await loginAsAdmin(app())
    const { groupId, owner, imageIds } = await titled('A stool')
    const page = await visit({ path: `/admin/moderation/${groupId}`, session, live: false })
    await heading(page, 'A stool').waitFor()
    await owner.send('PUT', '/images/descriptions', {
      descriptions: [{ imageId: imageIds[1], description: 'Buy at my shop' }],
    })
    await page.getByLabel('Title', { exact: true }).fill('A chair')
    await page.getByRole('button', { name: 'Approve', exact: true }).click()
    await page.getByText('Not approved: the group has changed in the meantime.', { exact: false }).waitFor()
    // Typed text is still saved.
    await heading(page, 'A chair').waitFor()
    const note = page.getByRole('main').getByRole('alert')
    await note.getByText('Caption of photo 2: none → Buy at my shop').waitFor()
    expect(await isApproved(groupId)).toBe(false)
    await note.getByRole('button').click()
    await note.waitFor({ state: 'detached' })
  })

  it('shows the changes of its owner since the last approval, before and after', async () => {
    const session = await loginAsAdmin(app())
    const { groupId, owner } = await ownGroup(app(), { images: 2, parts: { metadata: { title: 'A stool' } } })
    await owner.send('PUT', '/metadata', { title: 'A chair' })
    const page = await visit({ path: '/admin/moderation?status=changed', session })
    const changes = page.getByRole('group', { name: 'Changed since the last approval' })
    await changes.getByText('Title: A stool → A chair').waitFor()
    await page.getByRole('link', { name: 'A chair' }).click()
    await page.waitForURL(`**/admin/moderation/${groupId}`)
    await changes.getByText('Title: A stool → A chair').waitFor()
  })

  it('hides a photo by key, with a reason, and undoes it exactly', async () => {
    const session = await loginAsAdmin(app())
    const { groupId, imageIds, owner } = await ownGroup(app(), { images: 2, parts: { metadata: { title: 'A stool' } } })
    const imageOf = async (n: number) => (await app().app.deps.database.images.ofGroup(groupId))[n - 1]
    await owner.send('PUT', '/images/descriptions', {
      descriptions: [{ imageId: imageIds[0], description: 'A new caption' }],
    })
    const page = await visit({ path: `/admin/moderation/${groupId}`, session })
    await page.getByText('The new caption isn’t public yet. The screens show no caption.').waitFor()
    for (const key of ['ArrowRight', 'ArrowRight', 'h']) await page.keyboard.press(key)
    await page.getByText('The photo is hidden.').waitFor()
    await page.getByRole('button', { name: 'Show photo 2 again' }).waitFor()
    expect(await imageOf(2)).toMatchObject({ hiddenReason: 'moderator' })

    await page.keyboard.press('m')
    await page.getByLabel('Reason', { exact: true }).fill('A name is on it')
    await page.keyboard.press('Tab')
    await page.keyboard.press('Enter')
    await page.getByText('Message saved.').waitFor()
    await page.getByText('Hidden A name is on it').waitFor()
    await page.keyboard.press('z')
    await expect.poll(() => imageOf(2)).toMatchObject({ hiddenReason: 'moderator', moderationNote: null })
    await page.keyboard.press('z')
    await expect.poll(() => imageOf(2)).toMatchObject({ hiddenReason: null, moderationNote: null })
    await page.getByRole('button', { name: 'Hide photo 2' }).waitFor()
    expect(await page.getByText('Changed in the meantime').count()).toBe(0)
  })

  it.each(['', '?view=photos'])('hides by key no photo that has just followed another: %s', async (view) => {
    const { groupId, imageIds, owner } = await ownGroup(app(), { images: 2, parts: { metadata: { title: 'A stool' } } })
    const isHidden = async () =>
      (await app().app.deps.database.images.ofGroup(groupId))[0]?.hiddenReason === 'moderator'
    const page = await visit({ path: `/admin/moderation/${groupId}${view}`, session: await loginAsAdmin(app()) })
    const shown = (count: number) => page.locator(view ? '[data-large] ol li' : '[data-photo]').nth(count - 1)
    await shown(2).waitFor()
    await page.keyboard.press('ArrowRight')
    await page.keyboard.press('ArrowRight')
    await page.waitForTimeout(1_500)
    await owner.send('DELETE', `/images/${imageIds[1]}`)
    await shown(2).waitFor({ state: 'detached' })
    await page.keyboard.press('h')
    await page.waitForTimeout(1_500)
    expect(await isHidden()).toBe(false)
    await page.keyboard.press('h')
    await expect.poll(isHidden).toBe(true)
  })

  it('withdraws the approval with a note to the owner; lists the keys, but not while a menu is open', async () => {
    const session = await loginAsAdmin(app())
    const { groupId, owner } = await ownGroup(app(), { images: 1, parts: { metadata: { title: 'A stool' } } })
    const page = await visit({ path: `/admin/moderation/${groupId}`, session })
    await page.getByRole('button', { name: 'More for photo 1' }).click()
    const menu = page.getByRole('menu')
    await menu.waitFor()
    await page.keyboard.press('?')
    expect(await page.getByRole('dialog').count()).toBe(0)
    await page.keyboard.press('Escape')
    await menu.waitFor({ state: 'detached' })
    await page.keyboard.press('?')
    const keys = page.getByRole('dialog', { name: 'Keyboard shortcuts' })
    await keys.getByText('Hide or show the selected photo').waitFor()
    await page.keyboard.press('Escape')
    await keys.waitFor({ state: 'detached' })
    await page.keyboard.press('m')
    await page.keyboard.type('Please without the name')
    await page.getByRole('button', { name: 'Withdraw and save' }).click()
    await page.getByText('Not on display', { exact: true }).waitFor()
    expect(await isApproved(groupId)).toBe(false)
    expect((await owner.view()).body.data.moderationNote).toBe('Please without the name')
    await page.getByRole('button', { name: 'Undo' }).click()
    await expect.poll(() => isApproved(groupId)).toBe(true)
  })

  it('requires a group with more photos than its card shows to be opened before approval', async () => {
    const session = await loginAsAdmin(app())
    const many = await ownGroup(app(), { images: 6, approved: false, parts: { metadata: { title: 'Many' } } })
    const few = await titled('Few')
    const page = await visit({ path: '/admin/moderation', session })
    await page.getByRole('heading', { name: 'Few' }).waitFor()
    await page.keyboard.press('j')
    await page.keyboard.press('Control+a')
    await page.keyboard.press('a')
    await page.getByText('One group has more photos than its card shows.', { exact: false }).waitFor()
    await expect.poll(() => isApproved(few.groupId)).toBe(true)
    expect(await isApproved(many.groupId)).toBe(false)
    // All photos are shown, and the same key approves.
    await page.keyboard.press('a')
    const large = page.getByRole('dialog', { name: 'Many' })
    await expect.poll(() => large.getByRole('list', { name: 'All photos' }).getByRole('listitem').count()).toBe(6)
    await page.keyboard.press('a')
    await expect.poll(() => isApproved(many.groupId)).toBe(true)
  })
})
