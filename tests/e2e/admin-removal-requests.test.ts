import { describe, expect, it } from 'vitest'
import { loginAsAdmin } from '#tests/support/admin.ts'
import { ask, send } from '#tests/support/ask.ts'
import { drawPeople } from '#tests/support/images/draw-people.ts'
import { owned } from '#tests/support/manage.ts'
import { adminPages } from '#tests/support/pages/admin-pages.ts'
import { accessibilityFindings } from '#tests/support/pages/device.ts'
import { publish, uploadGroup } from '#tests/support/upload.ts'

const { app, visit } = adminPages()

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
    const section = page.getByRole('region', { name: /people want a photo removed|wants a photo removed/ })
    await section.waitFor()
    await expect.poll(() => section.getByRole('listitem').count()).toBe(4)
    expect(await accessibilityFindings(page)).toEqual([])
    await page.keyboard.press('4')
    await expect.poll(() => section.getByRole('listitem').count()).toBe(3)
    await page.keyboard.press('2')
    await expect.poll(() => section.getByRole('listitem').count()).toBe(2)

    // Redacting by keyboard alone: add, move, resize, confirm.
    await page.keyboard.press('3')
    const dialog = page.getByRole('dialog', { name: 'Make parts unrecognisable' })
    const confirm = dialog.getByRole('button', { name: 'Make unrecognisable' })
    await dialog.getByText('This can’t be undone').waitFor()
    expect(await confirm.isDisabled()).toBe(true)
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
    await dialog.getByText('Faces found: 1.').waitFor()
    await dialog.getByRole('button', { name: 'Box 2 of 2' }).waitFor()
    expect(ofModel).toHaveLength(2)
    expect(await accessibilityFindings(page)).toEqual([])
    await confirm.press('Enter')
    await dialog.waitFor({ state: 'detached' })
    await expect.poll(() => section.getByRole('listitem').count()).toBe(1)
    await page.keyboard.press('1')
    await page.getByRole('dialog').getByRole('button', { name: 'Remove', exact: true }).click()
    await section.waitFor({ state: 'detached' })
    const { images } = (await send(app(), 'getGroup', { params: { groupId: group.groupId } })).body
    expect(images).toHaveLength(2)
    expect((await group.owner.view()).body.data.images).toHaveLength(3)
  })
})
