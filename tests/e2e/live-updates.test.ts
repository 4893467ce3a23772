import { describe, expect, it } from 'vitest'
import { loginAsAdmin, loginAsModerator } from '#tests/support/admin.ts'
import { ask, send } from '#tests/support/ask.ts'
import { makeImage } from '#tests/support/images/make-image.ts'
import { ownGroup } from '#tests/support/manage.ts'
import { adminPages, heading, titles } from '#tests/support/pages/admin-pages.ts'

const { app, visit, titled } = adminPages()

/** Two seconds are promised, on an idle machine. Without the connection pages poll later than this. */
const promised = { timeout: 10_000 }
describe('an open page', () => {
  it('of the slideshow removes withdrawn photos within two seconds', async () => {
    const { owner } = await ownGroup(app(), { images: 1, parts: { metadata: { title: 'A stool' } } })
    const page = await visit({ path: '/slideshow?autostart&seconds=60' })
    const title = page.getByRole('heading', { level: 2, name: 'A stool' })
    await title.waitFor()
    await owner.send('PUT', '/consents', { consentType: 'workshop', action: 'revoke' })
    await title.waitFor({ state: 'detached', ...promised })
  })

  it('of the moderation shows what another moderator decided, and who, before the card disappears', async () => {
    const [stool] = [await titled('A stool'), await titled('A lamp')]
    const session = await loginAsAdmin(app())
    const page = await visit({ path: '/admin/moderation', session })
    const card = page.getByRole('listitem').filter({ has: page.getByRole('heading', { name: 'A stool' }) })
    await card.waitFor()
    const mira = await loginAsModerator(app())
    await send(mira, 'approveGroup', { params: { groupId: stool.groupId }, json: {} })
    await card.getByText('Approved by moderator just now').waitFor(promised)
    await expect.poll(() => card.getByRole('button').count()).toBe(0)
    await expect.poll(() => titles(page)).toEqual(['A lamp'])
    await titled('A chair')
    await page.getByRole('heading', { name: 'A chair' }).waitFor(promised)
  })

  it('of the moderation takes back who approved a group when that is undone, in the list and on its page', async () => {
    const { groupId } = await titled('A stool')
    const session = await loginAsAdmin(app())
    const pages = [
      await visit({ path: '/admin/moderation?status=all', session }),
      await visit({ path: `/admin/moderation/${groupId}`, session }),
    ]
    for (const page of pages) await page.getByRole('heading', { name: 'A stool' }).waitFor()
    const mira = await loginAsModerator(app())
    const { undoId } = await ask(mira, 'approveGroup', { params: { groupId }, json: {} })
    for (const page of pages) await page.getByText('Approved by moderator just now').waitFor(promised)
    await ask(mira, 'undoModeration', { json: { undoId: undoId ?? '' } })
    for (const page of pages)
      await page.getByText('Approved by moderator just now').waitFor({ state: 'detached', ...promised })
  })

  it('of a group shows the changes of its owner, keeps typed text, and says who deleted it', async () => {
    const { groupId, owner } = await titled('A stool')
    const page = await visit({ path: `/admin/moderation/${groupId}`, session: await loginAsAdmin(app()) })
    await heading(page, 'A stool').waitFor()
    await page.getByLabel('Description').fill('Half a sen')
    await owner.add(await makeImage())
    await owner.send('PUT', '/metadata', { title: 'A chair' })
    await heading(page, 'A chair').waitFor(promised)
    await page.getByRole('main').getByRole('alert').getByText('Title: A stool → A chair').waitFor()
    expect(await page.getByLabel('Description').inputValue()).toBe('Half a sen')
    const mira = await loginAsModerator(app())
    await send(mira, 'deleteGroup', { params: { groupId } })
    await heading(page, 'This group no longer exists').waitFor(promised)
    await page.getByText('Deleted by moderator just now').waitFor()
  })
})
