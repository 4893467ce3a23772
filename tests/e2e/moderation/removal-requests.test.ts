import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { loginAsAdmin } from '#tests/support/admin.ts'
import { ask, send } from '#tests/support/ask.ts'
import { drawPeople } from '#tests/support/images/draw-people.ts'
import { owned, ownGroup } from '#tests/support/manage.ts'
import { adminPages } from '#tests/support/pages/admin-pages.ts'
import { accessibilityFindings } from '#tests/support/pages/device.ts'
import { focusedDialog } from '#tests/support/pages/keyboard.ts'
import { publish, uploadGroup } from '#tests/support/upload.ts'

const { app, visit } = adminPages()

/** A little longer than a request must be the first before a key decides about it. */
const noticedMs = 1_500

const requests = (page: Page) => page.getByRole('region', { name: /removal requests?$/ })
const askAbout = (imageIds: readonly number[], reason: 'me' | 'my_child') =>
  Promise.all(imageIds.map((imageId) => ask(app(), 'createRemovalRequest', { json: { reason, imageId } })))
const hide = async (groupId: string, imageId: number) =>
  send(await loginAsAdmin(app()), 'editImage', { params: { groupId, imageId }, json: { hidden: true } })
const open = async () =>
  (await app().app.deps.database.removalRequests.list({ scope: 'all', status: 'open', limit: 100 })).length

describe('removal requests', () => {
  it('are at the head of the moderation list, with one key for each decision', async () => {
    const bytes = await drawPeople([{ x: 40, y: 100, width: 200 }])
    const files = [1, 2, 3, 4].map((n) => ({ name: `${n}.jpg`, bytes }))
    const group = owned(app(), await uploadGroup(app(), { files }))
    await publish(app(), group.groupId)
    for (const imageId of group.imageIds) {
      await ask(app(), 'createRemovalRequest', { json: { reason: 'my_child', imageId, message: `Photo ${imageId}` } })
    }
    const page = await visit({ path: '/admin/moderation', session: await loginAsAdmin(app()) })
    const ofModel: string[] = []
    page.on('request', (request) => /face/.test(request.url()) && ofModel.push(request.url()))
    const section = requests(page)
    await section.getByRole('button', { name: '4 removal requests', exact: false }).waitFor()
    // Nothing is decided that is not shown: the key opens the list.
    await page.keyboard.press('3')
    await expect.poll(() => section.getByRole('listitem').count()).toBe(4)
    await page.waitForTimeout(noticedMs)
    expect(await accessibilityFindings(page)).toEqual([])
    await page.keyboard.press('4')
    await expect.poll(() => section.getByRole('listitem').count()).toBe(3)
    await page.waitForTimeout(noticedMs)
    await page.keyboard.press('1')
    await expect.poll(() => section.getByRole('listitem').count()).toBe(2)
    await page.waitForTimeout(noticedMs)

    // Redacting by keyboard alone: add, move, resize, confirm.
    await page.keyboard.press('2')
    const dialog = page.getByRole('dialog', { name: 'Make parts unrecognisable' })
    const confirm = dialog.getByRole('button', { name: 'Make unrecognisable' })
    await dialog.getByText('This can’t be undone').waitFor()
    expect(await confirm.isDisabled()).toBe(true)
    await dialog.and(focusedDialog(page)).waitFor()
    await dialog.getByRole('button', { name: 'Add a box' }).press('Enter')
    const box = dialog.getByRole('button', { name: 'Box 1 of 1' })
    await expect.poll(() => box.evaluate((element) => element === element.ownerDocument.activeElement)).toBe(true)
    const placed = await box.boundingBox()
    for (const key of ['ArrowLeft', 'ArrowUp', 'Shift+ArrowRight']) await page.keyboard.press(key)
    const moved = await box.boundingBox()
    expect(moved?.x).toBeLessThan(placed?.x ?? 0)
    expect(moved?.width).toBeGreaterThan(placed?.width ?? 0)
    // The model loads only now, from this service; the boxes that are there stay.
    expect(ofModel).toEqual([])
    await dialog.getByRole('button', { name: 'Find faces' }).click()
    await dialog.getByText('One face found.').waitFor()
    await dialog.getByRole('button', { name: 'Box 2 of 2' }).waitFor()
    expect(ofModel).toHaveLength(2)
    expect(await accessibilityFindings(page)).toEqual([])
    await confirm.press('Enter')
    await dialog.waitFor({ state: 'detached' })
    await expect.poll(() => section.getByRole('listitem').count()).toBe(1)
    await page.waitForTimeout(noticedMs)
    await page.keyboard.press('3')
    await page.getByRole('dialog').getByRole('button', { name: 'Remove', exact: true }).click()
    await section.waitFor({ state: 'detached' })
    const { images } = (await send(app(), 'getGroup', { params: { groupId: group.groupId } })).body
    expect(images).toHaveLength(2)
    expect((await group.owner.view()).body.data.images).toHaveLength(3)
  })

  it('are decided by key only once they were seen: not when another moderator has just decided the one before', async () => {
    const { imageIds } = await ownGroup(app(), { images: 3 })
    for (const imageId of imageIds) await askAbout([imageId], 'my_child')
    const session = await loginAsAdmin(app())
    const decideFirst = async () => {
      const { requests } = (await send(session, 'listRemovalRequests', { query: { status: 'open' } })).body
      const params = { requestId: requests[0]?.requestId ?? '' }
      await send(session, 'decideRemovalRequest', { params, json: { decision: 'keep_hidden' } })
    }
    const page = await visit({ path: '/admin/moderation', session })
    const rows = requests(page).getByRole('listitem')
    await requests(page).getByRole('button', { name: '3 removal requests', exact: false }).waitFor()
    // The second press is no decision about what has just appeared.
    await page.keyboard.press('4')
    await page.keyboard.press('4')
    await expect.poll(() => rows.count()).toBe(3)
    await decideFirst()
    await rows.nth(2).waitFor({ state: 'detached' })
    await page.keyboard.press('4')
    await page.waitForTimeout(noticedMs)
    expect(await open()).toBe(2)
    await page.keyboard.press('4')
    await expect.poll(open).toBe(1)
  })

  it('keep the reply that was typed while the moderator looks at the group', async () => {
    const { imageIds } = await ownGroup(app())
    await askAbout(imageIds.slice(0, 1), 'my_child')
    const page = await visit({ path: '/admin/moderation', session: await loginAsAdmin(app()) })
    const reply = requests(page).getByLabel('Reply')
    const list = requests(page).getByRole('button', { name: 'One removal request', exact: false })
    await list.click()
    await reply.fill('We are sorry.')
    await requests(page).getByRole('link', { name: 'Look at the group' }).click()
    await page.getByRole('heading', { level: 1, name: 'Untitled' }).waitFor()
    await page.goBack()
    await list.click()
    expect(await reply.inputValue()).toBe('We are sorry.')
  })

  it('are one line with the oldest first; the first group is within the first screen of a phone', async () => {
    const { imageIds } = await ownGroup(app(), { images: 6 })
    await ownGroup(app(), { images: 2, approved: false, parts: { metadata: { title: 'Stool' } } })
    await askAbout(imageIds, 'my_child')
    const session = await loginAsAdmin(app())
    const page = await visit({ path: '/admin/moderation', session, width: 390, locale: 'de-DE' })
    const line = page.getByRole('button', { name: /^6 Löschanfragen\s*fällig in 3 Tagen$/ })
    await line.waitFor()
    expect(await line.getAttribute('aria-expanded')).toBe('false')
    const photos = await page.getByRole('button', { name: '2 Fotos von Stool ansehen' }).boundingBox()
    expect((photos?.y ?? 999) + (photos?.height ?? 0)).toBeLessThan(844)
    await line.click()
    const first = page.getByRole('region', { name: '6 Löschanfragen' }).getByRole('listitem').first()
    expect(await first.getByRole('button').first().textContent()).toContain('Ausgeblendet lassen')
  })

  it('of one address are marked as spam from a menu, after a question, and not when that is undone', async () => {
    const { groupId, imageIds } = await ownGroup(app(), { images: 8 })
    await askAbout(imageIds.slice(0, 3), 'me')
    await askAbout(imageIds.slice(3, 4), 'my_child')
    for (const imageId of imageIds.slice(0, 2)) await hide(groupId, imageId)
    const shown = async () => (await send(app(), 'getGroup', { params: { groupId } })).body.images.map(({ id }) => id)
    const before = await shown()
    expect(before).toHaveLength(5)
    const page = await visit({ path: '/admin/moderation', session: await loginAsAdmin(app()) })
    const mark = async () => {
      const rows = requests(page).getByRole('listitem')
      if ((await rows.count()) === 0) await requests(page).getByRole('button').first().click()
      await rows.filter({ hasText: 'The person is in the photo' }).first().getByRole('button', { name: 'More' }).click()
      // The request about a child is not among them.
      await page.getByRole('menuitem', { name: 'Mark all 3 as spam…' }).click()
      const dialog = page.getByRole('dialog', { name: 'Mark 3 removal requests as spam?' })
      await dialog.getByText('Nothing becomes visible again').waitFor()
      await dialog.getByRole('button', { name: 'Mark as spam' }).click()
    }
    await mark()
    await page.getByRole('button', { name: 'Undo' }).click()
    await page.getByText('The 3 removal requests are open again.').waitFor()
    expect(await open()).toBe(4)
    await mark()
    await expect.poll(open, { timeout: 30_000 }).toBe(1)
    expect(await shown()).toEqual(before)
  })
})
