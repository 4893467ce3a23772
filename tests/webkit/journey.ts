import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { loginAsAdmin } from '#tests/support/admin.ts'
import { hangOnWeb, openGallery, website } from '#tests/support/gallery.ts'
import { makeImage } from '#tests/support/images/make-image.ts'
import { isPublic, owner } from '#tests/support/manage.ts'
import type { DrivenPage } from '#tests/support/servers/web-driver.ts'
import { startWebKit, type WebKit } from '#tests/support/servers/webkit.ts'
import { startApp, type TestApp } from '#tests/support/start-app.ts'
import { publish } from '#tests/support/upload.ts'

let app: TestApp
let webkit: WebKit
let page: DrivenPage
let folder: string
let link: string

beforeAll(async () => {
  ;[app, webkit, folder] = await Promise.all([startApp(), startWebKit(), mkdtemp(join(tmpdir(), 'werkschau-photos-'))])
  page = webkit.page
})
afterAll(async () => {
  await webkit?.[Symbol.asyncDispose]()
  await app[Symbol.asyncDispose]()
  await rm(folder, { recursive: true })
})

const text = (words: string) => `//*[text()[contains(., "${words}")]]`
const button = (words: string) => `//button[contains(., "${words}") or contains(@aria-label, "${words}")]`
const label = (words: string) => `//label[contains(., "${words}")]`
const labelled = (words: string) =>
  `//*[@id = //label[contains(., "${words}")]/@for or contains(@aria-label, "${words}")]`

const token = () => link.replace(/.*\//, '')
const group = () => app.app.deps.database.groups.findByToken(token())

describe('a visitor with WebKit', () => {
  it('chooses photos, agrees, sends them and gets the link', async () => {
    const paths = await Promise.all(
      ['stool.jpg', 'lamp.jpg', 'shelf.jpg'].map(async (name) => {
        const path = join(folder, name)
        await writeFile(path, await makeImage({ width: 1_600, height: 1_200, detail: true }))
        return path
      }),
    )
    await page.open(app.url)
    await page.type('//input[@type = "file" and @multiple]', paths.join('\n'))
    await expect.poll(() => page.count('//ol//img')).toBe(3)
    await page.press(button('Enlarge photo 3'))
    await page.press(button('Move photo 3 forward'))
    await page.press(button('Close'))
    // Folded in a narrow window.
    if ((await page.count('//details[not(@open)]//summary')) > 0) await page.press('//summary')
    await page.type(labelled('Title'), 'A stool of leftovers')
    await page.open(app.url)
    await page.shown(text('Your earlier draft is back.'))
    await expect.poll(() => page.count('//ol//img')).toBe(3)
    await expect.poll(() => page.value(labelled('Title'))).toBe('A stool of leftovers')
    await page.press(labelled('Yes, show my photos in the workshop'))
    await page.press(button('Send 3 photos'))
    await page.shown(text('Thank you! We’ve got your 3 photos.'))
    link = await page.value(labelled('Link to manage your photos'))
    const stored = await group()
    expect(stored?.title).toBe('A stool of leftovers')
    const images = await app.app.deps.database.images.ofGroup(String(stored?.groupId))
    expect(images.map(({ originalName }) => originalName)).toEqual(['stool.jpg', 'shelf.jpg', 'lamp.jpg'])
  })

  it('sees them in the slideshow', async () => {
    await publish(app, String((await group())?.groupId))
    await page.open(`${app.url}/slideshow?autostart=1`)
    await page.shown('//figure//canvas')
  })

  it('withdraws the consent by the link', async () => {
    const groupId = String((await group())?.groupId)
    await page.open(link)
    await page.press(label('Screen in the workshop'))
    await page.press(button('Withdraw'))
    await page.shown(text('Not on display: consent withdrawn'))
    expect(await isPublic(app, groupId)).toBe(false)
  })

  it('deletes everything', async () => {
    await page.press(button('Delete everything'))
    await page.press(button('Yes, delete 3 photos'))
    await page.shown(text('Deleted'))
    expect(await group()).toBeUndefined()
  })
})

describe('the gallery with WebKit', () => {
  it('shows one photo after the other large, and none that is withdrawn while it is open', async () => {
    await openGallery(await loginAsAdmin(app))
    const bytes = await makeImage({ width: 1_200, height: 900 })
    const files = ['stool', 'lamp'].map((name) => ({ name: `${name}.jpg`, bytes }))
    const descriptions = files.map(({ name }) => ({ fileName: name, description: `A ${name.slice(0, -4)}` }))
    const { managementToken } = await hangOnWeb(app, { files, parts: { descriptions } })
    const large = (words: string) => `//dialog[@open]//p//*[text()[contains(., "${words}")]]`
    await page.open(`${app.url}/gallery`)
    await page.press('//a[img[@alt="A stool"]]')
    await page.shown(large('A stool'))
    await page.press(button('Next photo'))
    await page.shown(large('A lamp'))
    const consents = { consentType: 'platform', action: 'revoke', platformId: website }
    await owner(app, managementToken).send('PUT', '/consents', consents)
    await page.shown(text('There are no photos here yet.'))
  })
})
