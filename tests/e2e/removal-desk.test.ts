import { describe, expect, it } from 'vitest'
import { loginAsAdmin } from '#tests/support/admin.ts'
import { ask, send } from '#tests/support/ask.ts'
import { ownGroup } from '#tests/support/manage.ts'
import { adminDesk } from '#tests/support/pages/admin-desk.ts'
import { accessibilityFindings } from '#tests/support/pages/device.ts'

const { app, visit } = adminDesk()

describe('removal requests', { timeout: 40_000 }, () => {
  it('head the moderation list, and each decision has one key', async () => {
    const group = await ownGroup(app(), { images: 3 })
    const [first, second, third] = group.imageIds
    for (const imageId of [first, second, third]) {
      await ask(app(), 'createRemovalRequest', { json: { reason: 'my_child', imageId, message: `Photo ${imageId}` } })
    }
    const page = await visit({ path: '/admin/moderation', session: await loginAsAdmin(app()) })
    const section = page.getByRole('region', { name: /people want a photo removed|wants a photo removed/ })
    await section.waitFor()
    await expect.poll(() => section.getByRole('listitem').count()).toBe(3)
    expect(await accessibilityFindings(page)).toEqual([])
    await page.keyboard.press('4')
    await expect.poll(() => section.getByRole('listitem').count()).toBe(2)
    await page.keyboard.press('2')
    await expect.poll(() => section.getByRole('listitem').count()).toBe(1)
    await page.keyboard.press('1')
    await page.getByRole('dialog').getByRole('button', { name: 'Remove (1)' }).click()
    await section.waitFor({ state: 'detached' })
    const { images } = (await send(app(), 'getGroup', { params: { groupId: group.groupId } })).body
    expect(images).toHaveLength(1)
    expect((await group.owner.view()).body.data.images).toHaveLength(2)
  })
})
