import { describe, expect, it } from 'vitest'
import { loginAsAdmin } from '#tests/support/admin.ts'
import { ask } from '#tests/support/ask.ts'
import {
  app,
  choose,
  consent,
  photos,
  received,
  sendButton,
  storedGroup,
  uploadPageTests,
  visit,
} from '#tests/support/pages/upload-page.ts'

describe('what the operator changes while the page is open', () => {
  uploadPageTests()

  it('asks again for a consent whose text has changed, and keeps the photos', async () => {
    const admin = await loginAsAdmin(app)
    const { page } = await visit()
    await choose(page, photos.slice(0, 1))
    await consent(page).check()
    await ask(admin, 'updateSettings', { json: { consentTexts: { en: { workshop: 'Yes, and in the catalogue.' } } } })
    await sendButton(page).click()
    await page.getByText('The texts of the consents have changed').waitFor()

    await page.reload()
    await page.getByRole('checkbox', { name: 'Yes, and in the catalogue.' }).check()
    await sendButton(page).click()
    await received(page).waitFor()
    const { group } = await storedGroup()
    const { consents } = await ask(admin, 'proveConsents', { params: { groupId: group?.groupId ?? '' } })
    expect(consents).toMatchObject([{ type: 'workshop', text: 'Yes, and in the catalogue.' }])
  })
})
