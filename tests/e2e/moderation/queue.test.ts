import { setTimeout as sleep } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { thorough } from '#tests/e2e/states/variants.ts'
import { loginAsAdmin } from '#tests/support/admin.ts'
import { ask } from '#tests/support/ask.ts'
import { makeImage } from '#tests/support/images/make-image.ts'
import { ownGroup } from '#tests/support/manage.ts'
import { adminPages, focused, titles } from '#tests/support/pages/admin-pages.ts'
import { swipe } from '#tests/support/pages/swipe.ts'

const { app, visit, titled, isApproved } = adminPages()

/** Whether the bar of the selection is in front of what has the focus. Runs in the page. */
const isCovered = `(() => {
  const [bar] = document.querySelectorAll('main section[aria-label$="selected"]')
  const { top } = bar.getBoundingClientRect()
  return !bar.contains(document.activeElement) && document.activeElement.getBoundingClientRect().bottom > top
})()`

/** Runs in the page. */
const lateTimers = `(() => {
  const inTime = setTimeout
  window.setTimeout = (run, ms = 0) => inTime(run, ms + 1000)
})()`

describe('the moderation queue', () => {
  it('approves, undoes and deletes by keyboard alone; the next group follows', async () => {
    const session = await loginAsAdmin(app())
    const [one, two, three] = [await titled('One'), await titled('Two'), await titled('Three')]
    const page = await visit({ path: '/admin/moderation', session })
    await page.getByRole('heading', { name: 'One' }).waitFor()
    expect(await titles(page)).toEqual(['One', 'Two', 'Three'])

    await page.keyboard.press('j')
    expect(await focused(page)).toBe('One')
    await page.keyboard.press('a')
    await expect.poll(() => focused(page)).toBe('Two')
    expect(await titles(page)).toEqual(['Two', 'Three'])
    await expect.poll(() => isApproved(one.groupId)).toBe(true)

    await page.keyboard.press('z')
    // As if it had never been approved (D46): the cleanup deletes it first.
    await expect.poll(() => titles(page)).toEqual(['One', 'Two', 'Three'])
    await expect.poll(() => isApproved(one.groupId)).toBe(false)
    expect(await focused(page)).toBe('One')
    await page.keyboard.press('j')

    await page.keyboard.press('d')
    await page.getByRole('dialog', { name: 'Delete “Two”?' }).waitFor()
    await page.keyboard.press('y')
    await expect.poll(() => focused(page)).toBe('Three')
    // Nothing is deleted while it can be undone.
    await page.keyboard.press('z')
    await expect.poll(() => titles(page)).toEqual(['One', 'Two', 'Three'])
    expect(await focused(page)).toBe('Two')
    expect(await app().app.deps.database.groups.find(two.groupId)).toBeDefined()

    await page.keyboard.press('d')
    await page.getByRole('dialog', { name: 'Delete “Two”?' }).waitFor()
    await page.keyboard.press('y')
    await expect.poll(() => focused(page)).toBe('Three')
    const stored = () => app().app.deps.database.groups.find(two.groupId)
    await expect.poll(stored, { timeout: 30_000 }).toBeUndefined()

    await page.keyboard.press('Enter')
    await page.waitForURL(`**/admin/moderation/${three.groupId}`)
  })

  it('decides many groups with at most 1.3 keys each', { timeout: 240_000 }, async () => {
    const session = await loginAsAdmin(app())
    // All of them in `npm run e2e`; fewer test the keys just as well.
    const count = thorough ? 60 : 12
    for (let number = 0; number < count; number++) {
      await ownGroup(app(), { images: 1, approved: false, parts: { metadata: { title: `Group ${number}` } } })
    }
    const page = await visit({ path: '/admin/moderation', session })
    const { moderation } = app().app.deps.database
    let keys = 0
    const press = async (key: string) => {
      keys++
      await page.keyboard.press(key)
    }
    for (let decided = 0; decided < count; decided++) {
      await expect.poll(() => titles(page), { timeout: 30_000 }).not.toEqual([])
      const [focus = ''] = await page.locator(':focus').allTextContents()
      if (!(await titles(page)).includes(focus)) await press('j')
      await press('a')
      await expect
        .poll(() => moderation.countGroups({ scope: 'all', approved: true }), { timeout: 30_000 })
        .toBeGreaterThan(decided)
    }
    expect(await moderation.countGroups({ scope: 'all', approved: false })).toBe(0)
    expect(keys).toBeLessThanOrEqual(count * 1.3)
  })

  it('decides about one group by a double click and by a key that is held', async () => {
    const session = await loginAsAdmin(app())
    const groups = [await titled('One'), await titled('Two'), await titled('Three'), await titled('Four')]
    const page = await visit({ path: '/admin/moderation', session })
    await page.getByRole('listitem').filter({ hasText: 'One' }).getByRole('button', { name: 'Approve' }).dblclick()
    await expect.poll(() => isApproved(groups[0]?.groupId ?? '')).toBe(true)
    await sleep(500)
    expect(await titles(page)).toEqual(['Two', 'Three', 'Four'])

    await page.keyboard.press('v')
    await page.getByRole('dialog', { name: 'Two' }).getByRole('button', { name: 'Approve' }).dblclick()
    await page.getByRole('dialog', { name: 'Three' }).waitFor()
    await sleep(500)
    expect(await isApproved(groups[2]?.groupId ?? '')).toBe(false)

    await page.keyboard.down('a')
    await page.getByRole('dialog', { name: 'Four' }).waitFor()
    await page.keyboard.down('a')
    await sleep(500)
    expect(await isApproved(groups[3]?.groupId ?? '')).toBe(false)
  })

  it('undoes the last step, also before its answer has arrived', async () => {
    const session = await loginAsAdmin(app())
    const [first, second] = [await titled('First'), await titled('Second')]
    const page = await visit({ path: '/admin/moderation', session })
    await page.getByRole('heading', { name: 'Second' }).waitFor()
    await page.route('**/api/admin/groups/bulk', async (route) => {
      await sleep(300)
      await route.continue()
    })
    await page.keyboard.press('j')
    await page.keyboard.press('a')
    await expect.poll(() => isApproved(first.groupId)).toBe(true)
    await expect.poll(() => focused(page)).toBe('Second')
    await page.keyboard.press('a')
    await page.keyboard.press('z')
    await page.getByText('Undone for one group.').first().waitFor()
    expect([await isApproved(first.groupId), await isApproved(second.groupId)]).toEqual([true, false])
  })

  it('offers no undo any more once it was refused', async () => {
    const session = await loginAsAdmin(app())
    const { groupId } = await titled('First')
    const page = await visit({ path: '/admin/moderation', session })
    await page.getByRole('heading', { name: 'First' }).waitFor()
    await page.keyboard.press('j')
    await page.keyboard.press('a')
    const undo = page.getByRole('button', { name: 'Undo' })
    await undo.waitFor()
    await ask(session, 'deleteGroup', { params: { groupId } })
    await page.keyboard.press('z')
    await page.getByRole('alert').getByText('That couldn’t be undone.').waitFor()
    await undo.waitFor({ state: 'detached', timeout: 2_000 })
  })

  it('ignores shortcuts while typing, and finds groups; the URL has the filter', async () => {
    const session = await loginAsAdmin(app())
    const stool = await titled('A stool')
    await titled('Lamp')
    const page = await visit({ path: '/admin/moderation', session })
    await page.getByRole('heading', { name: 'Lamp' }).waitFor()
    await page.keyboard.press('/')
    await page.keyboard.type('a ')
    // Whoever thinks between two words keeps the space.
    await expect.poll(() => titles(page)).toEqual(['A stool'])
    await page.keyboard.type('sto')
    await expect.poll(() => page.url()).toMatch(/q=a(\+|%20)sto/)
    await expect.poll(() => titles(page)).toEqual(['A stool'])
    expect(await isApproved(stool.groupId)).toBe(false)
    await page.reload()
    await expect.poll(() => titles(page)).toEqual(['A stool'])
    await page
      .getByRole('navigation', { name: 'Groups by state' })
      .getByRole('link', { name: /Approved/ })
      .click()
    await page.getByRole('heading', { name: 'No matching groups' }).waitFor()
    const here = page.getByRole('navigation', { name: 'Groups by state' }).locator('[aria-current]')
    expect(await here.allTextContents()).toEqual([expect.stringContaining('Approved')])
  })

  it('approves all of a selection at once and undoes it; ranges by Shift', async () => {
    const session = await loginAsAdmin(app())
    const groups = [await titled('One'), await titled('Two'), await titled('Three')]
    const approved = () => Promise.all(groups.map(({ groupId }) => isApproved(groupId)))
    const page = await visit({ path: '/admin/moderation', session })
    await page.getByRole('heading', { name: 'Three' }).waitFor()
    await page.keyboard.press('j')
    await page.keyboard.press('Shift+J')
    await page.getByRole('region', { name: '2 groups selected' }).waitFor()
    await page.keyboard.press('Control+a')
    await page.getByRole('region', { name: '3 groups selected' }).waitFor()
    await page.keyboard.press('a')
    await page.getByRole('heading', { name: 'All done' }).waitFor()
    await expect.poll(approved).toEqual([true, true, true])
    await page.getByRole('button', { name: 'Undo' }).click()
    await expect.poll(async () => (await titles(page)).toSorted()).toEqual(['One', 'Three', 'Two'])
    await expect.poll(approved).toEqual([false, false, false])
  })

  it('keeps what has the focus clear of the bar of a selection on a phone', async () => {
    const session = await loginAsAdmin(app())
    for (const title of ['One', 'Two', 'Three']) await titled(title)
    const page = await visit({ path: '/admin/moderation', session, width: 390 })
    await page.getByRole('heading', { name: 'Three' }).waitFor()
    for (const key of ['j', 'x']) await page.keyboard.press(key)
    await page.getByRole('region', { name: 'One group selected' }).waitFor()
    for (let n = 0; n < 20; n += 1) {
      expect(await page.evaluate(isCovered), await page.locator(':focus').ariaSnapshot()).toBe(false)
      await page.keyboard.press('Tab')
    }
  })

  it('restores a group with a message if the server does not answer', async () => {
    const session = await loginAsAdmin(app())
    await titled('One')
    const page = await visit({ path: '/admin/moderation', session })
    await page.getByRole('heading', { name: 'One' }).waitFor()
    await page.route('**/api/admin/groups/bulk', (route) => route.abort())
    await page.getByRole('button', { name: 'Approve' }).click()
    await page.getByText('The group is unchanged.', { exact: false }).waitFor()
    await expect.poll(() => titles(page)).toEqual(['One'])
  })

  it('undoes a confirmation: the changes are unconfirmed again, and the group stays on display', async () => {
    const session = await loginAsAdmin(app())
    const { groupId, owner } = await ownGroup(app(), {
      images: 1,
      parts: { metadata: { title: 'A stool' }, consents: { workshopConsent: true, socialMediaConsents: [1] } },
    })
    await owner.send('PUT', '/consents', { consentType: 'platform', action: 'revoke', platformId: 1 })
    const page = await visit({ path: '/admin/moderation?status=changed', session })
    await page.getByRole('heading', { name: 'A stool' }).waitFor()
    await page.keyboard.press('j')
    await page.keyboard.press('a')
    await page.getByText('Changes of one group confirmed.').waitFor()
    await page.getByRole('heading', { name: 'Nothing has changed' }).waitFor()
    await page.keyboard.press('z')
    await page.getByText('Undone for one group.').waitFor()
    await page.getByText('Changed: consent withdrawn').waitFor()
    expect(await isApproved(groupId)).toBe(true)
    await page.keyboard.press('z')
    await page.getByText('There is nothing to undo.').waitFor({ state: 'attached' })
  })

  it('approves no group that has changed since it was shown: the card shows the differences', async () => {
    const session = await loginAsAdmin(app())
    const [stool, lamp] = [await titled('Stool'), await titled('Lamp')]
    const page = await visit({ path: '/admin/moderation', session, live: false })
    await page.getByRole('heading', { name: 'Lamp' }).waitFor()
    await stool.owner.add(await makeImage())
    await stool.owner.send('PUT', '/metadata', { title: 'Chair' })
    await page.keyboard.press('j')
    await page.keyboard.press('Control+a')
    await page.keyboard.press('a')
    await page.getByText('Not approved: the group has changed in the meantime.', { exact: false }).waitFor()
    await page.getByRole('heading', { name: 'Chair' }).waitFor()
    const note = page.getByRole('main').getByRole('alert')
    expect(await note.getByRole('listitem').allTextContents()).toEqual(['One photo added: 3', 'Title: Stool → Chair'])
    expect([await isApproved(stool.groupId), await isApproved(lamp.groupId)]).toEqual([false, true])
    await page.waitForTimeout(1_100)
    await page.getByRole('button', { name: 'Approve' }).click()
    await expect.poll(() => isApproved(stool.groupId)).toBe(true)
  })

  it('shows a dense grid, and all photos full size with the next group after each decision', async () => {
    const session = await loginAsAdmin(app())
    const groups = [await titled('One'), await titled('Two'), await titled('Three')]
    for (let more = 0; more < 9; more++) await ownGroup(app(), { images: 1, approved: false })
    const page = await visit({ path: '/admin/moderation', session, width: 1_440 })
    await page.setViewportSize({ width: 1_440, height: 900 })
    await page.getByRole('button', { name: 'Grid' }).click()
    await page.waitForURL('**/admin/moderation?view=grid')
    const tiles = `[...document.querySelectorAll('[data-view=grid] > li')]`
    const inView = () =>
      page.evaluate(`${tiles}.filter((tile) => tile.getBoundingClientRect().bottom <= innerHeight).length`)
    await expect.poll(inView).toBe(12)
    await page.setViewportSize({ width: 390, height: 844 })
    await expect.poll(inView).toBeGreaterThanOrEqual(6)
    // The device remembers it.
    await page.goto(`${app().url}/admin/moderation`)
    await expect.poll(inView).toBeGreaterThanOrEqual(6)

    await page.getByRole('button', { name: 'View 2 photos of One' }).click()
    const large = (name: string) => page.getByRole('dialog', { name })
    await large('One').getByText('Photo 1 of 2').waitFor()
    const photo = large('One').locator('.yarl__container')
    await swipe(photo, -200)
    await large('One').getByText('Photo 2 of 2').waitFor()
    await swipe(photo, 200)
    await large('One').getByText('Photo 1 of 2').waitFor()
    await page.keyboard.press('ArrowRight')
    await page.keyboard.press('h')
    await large('One').getByRole('button', { name: 'Show photo' }).waitFor()
    await page.keyboard.press('c')
    await page.keyboard.type('Oak')
    await page.keyboard.press('Escape')
    const [one, two, three] = groups.map(({ groupId }) => groupId)
    const secondOf = async () => (await app().app.deps.database.images.ofGroup(one ?? ''))[1]
    await expect.poll(secondOf).toMatchObject({ hiddenReason: 'moderator', imageDescription: 'Oak' })
    await large('One').getByRole('button', { name: 'Approve' }).click()
    await large('Two').getByText('Photo 1 of 2').waitFor()
    await page.keyboard.press('d')
    await page.getByRole('dialog', { name: 'Delete “Two”?' }).waitFor()
    await page.keyboard.press('y')
    await large('Three').waitFor()
    await page.keyboard.press('z')
    await large('Two').waitFor()
    await page.keyboard.press('?')
    const keys = page.getByRole('dialog', { name: 'Keyboard shortcuts' })
    await keys.getByText('Next, previous photo').waitFor()
    // What works in the list alone is not listed here.
    expect(await keys.getByText('Select a range').count()).toBe(0)
    await page.keyboard.press('Escape')
    await keys.waitFor({ state: 'detached' })
    await page.keyboard.press('a')
    await large('Three').waitFor()
    await page.keyboard.press('Escape')
    await large('Three').waitFor({ state: 'detached' })
    expect(await focused(page)).toBe('Three')
    await expect
      .poll(() => Promise.all([one, two, three].map((id) => isApproved(id ?? ''))))
      .toEqual([true, true, false])
  })

  it('keeps the photos large when Escape closes a dialog above them, on a busy device, too', async () => {
    const session = await loginAsAdmin(app())
    await titled('Stool')
    const page = await visit({ path: '/admin/moderation', session })
    await page.getByRole('heading', { name: 'Stool' }).waitFor()
    await page.keyboard.press('j')
    await page.keyboard.press('v')
    await page.getByRole('dialog', { name: 'Stool' }).waitFor()
    await page.evaluate(lateTimers)
    await page.keyboard.press('e')
    const texts = page.getByRole('dialog', { name: 'Edit texts' })
    await texts.waitFor()
    await page.keyboard.press('Escape')
    await texts.waitFor({ state: 'detached' })
    expect(await page.getByRole('dialog', { name: 'Stool' }).count()).toBe(1)
    await page.keyboard.press('Escape')
    await page.getByRole('dialog', { name: 'Stool' }).waitFor({ state: 'detached' })
  })

  it('edits texts without leaving the queue; typed text survives a reload and is saved with the approval', async () => {
    const session = await loginAsAdmin(app())
    const { groupId } = await titled('Stol')
    const next = await titled('Table')
    await titled('Lamp')
    const page = await visit({ path: '/admin/moderation', session })
    await page.getByRole('heading', { name: 'Stol' }).waitFor()
    await page.keyboard.press('j')
    await page.keyboard.press('e')
    await page.getByLabel('Title', { exact: true }).fill('Stool')
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { name: 'Stool' }).waitFor()
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    const stored = () => app().app.deps.database.groups.find(groupId)
    expect((await stored())?.title).toBe('Stool')

    await page.keyboard.press('e')
    await page.getByLabel('Title', { exact: true }).fill('High stool')
    await page.keyboard.press('Escape')
    const unsaved = page.getByRole('listitem').getByText('Not saved')
    await unsaved.waitFor()
    await page.reload()
    await unsaved.waitFor()
    expect((await stored())?.title).toBe('Stool')
    await page.keyboard.press('j')
    await page.keyboard.press('v')
    const large = (name: string) => page.getByRole('dialog', { name })
    await large('Stool').getByText('Photo 1 of 2').waitFor()
    await page.keyboard.press('c')
    await large('Stool').locator('textarea:focus').waitFor()
    await page.keyboard.type('Oak')
    await page.keyboard.press('Escape')
    // At once: the caption is still being saved.
    await page.keyboard.press('a')
    await large('Table').waitFor()
    await expect.poll(stored).toMatchObject({ title: 'High stool', isApproved: true })
    expect((await app().app.deps.database.images.ofGroup(groupId))[0]?.imageDescription).toBe('Oak')
    expect(await unsaved.count()).toBe(0)

    await page.keyboard.press('e')
    await page.getByLabel('Title', { exact: true }).fill('Bench')
    await page.keyboard.press('Escape')
    await page.getByRole('dialog', { name: 'Edit texts' }).waitFor({ state: 'detached' })
    await page.keyboard.press('n')
    await large('Lamp').waitFor()
    await expect.poll(() => app().app.deps.database.groups.find(next.groupId)).toMatchObject({ title: 'Bench' })
    expect(await isApproved(next.groupId)).toBe(false)
  })
})
