import { mkdtemp, rm, truncate, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { BrowserContext, Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { present } from '#tests/support/at-least.ts'
import { makeImage } from '#tests/support/images/make-image.ts'
import { captionPhoto, unfoldTexts } from '#tests/support/pages/draft.ts'
import {
  app,
  browser,
  choose,
  consent,
  contexts,
  file,
  management,
  names,
  open,
  photos,
  proxy,
  received,
  sendButton,
  storedDraft,
  storedGroup,
  uploadPageTests,
  visit,
} from '#tests/support/pages/upload-page.ts'

const focusedName = (page: Page) => page.evaluate('document.activeElement.getAttribute("aria-label")')
const focusedId = (page: Page) => page.evaluate('document.activeElement.id')
const expectOrder = (page: Page, ...numbers: number[]) =>
  expect.poll(() => names(page)).toEqual(numbers.map((n) => `photo-${n}.jpg`))

/** A page to which the device gives no stored file. */
async function openUnreadable(context: BrowserContext): Promise<Page> {
  const page = await context.newPage()
  await page.addInitScript(`IDBObjectStore.prototype.get = () => { throw new DOMException('Lost.', 'UnknownError') }`)
  await page.goto(proxy.url)
  return page
}

describe('upload page', () => {
  uploadPageTests()

  it('names what is missing, and moves, removes and restores photos by keyboard without losing the focus', async () => {
    const { page } = await visit()
    await choose(page, photos.slice(0, 3))
    await page.getByRole('button', { name: 'your consent for the workshop' }).click()
    await expect.poll(() => focusedId(page)).toBe('consent-workshop')
    await page.keyboard.press('Space')
    await page.getByText('Still missing:').waitFor({ state: 'detached' })
    expect(await sendButton(page).getAttribute('aria-disabled')).toBe('false')

    await enlarge(page, 1)
    await page.getByRole('button', { name: 'Move photo 1 back' }).press('Enter')
    await expectOrder(page, 2, 1, 3)
    await expect.poll(() => focusedName(page)).toBe('Move photo 2 back')
    await page.keyboard.press('Escape')
    await expect.poll(() => focusedName(page)).toBe('Enlarge photo 2: photo-1.jpg')
    await moveByArrow(page)
    await expectOrder(page, 1, 2, 3)

    await enlarge(page, 2)
    await page.getByRole('button', { name: 'Remove photo 2' }).press('Enter')
    await expectOrder(page, 1, 3)
    await page.getByRole('dialog', { name: 'Photo 2 of 2' }).waitFor()
    await expect.poll(() => focusedName(page)).toBe('Remove photo 2')
    await page.getByRole('button', { name: 'Undo' }).press('Enter')
    await expectOrder(page, 1, 2, 3)
    await expect.poll(() => page.evaluate('document.activeElement.closest("[role=dialog]") !== null')).toBe(true)
    await page.getByRole('button', { name: 'Previous photo' }).click()
    await page.getByRole('button', { name: 'Previous photo' }).click()
    await page.getByRole('dialog', { name: 'Photo 1 of 3' }).waitFor()
    expect(await page.evaluate(focusedAfterClick)).toBe('Move photo 2 back')
  })

  async function enlarge(page: Page, n: number): Promise<void> {
    await page.getByRole('button', { name: `Enlarge photo ${n}` }).press('Enter')
    await expect.poll(() => focusedName(page)).toBe(`Caption of photo ${n}`)
  }

  async function moveByArrow(page: Page): Promise<void> {
    // Not the announcement of the move before.
    const region = page.locator('[id^="DndLiveRegion"]')
    const says = (text: string) => expect.poll(() => region.textContent()).toContain(text)
    await page.keyboard.press('Space')
    await says('is at position 2 of 3.')
    // The library begins to listen to arrows in a turn of its own.
    await page.evaluate('new Promise((resolve) => setTimeout(resolve))')
    await page.keyboard.press('ArrowLeft')
    await says('is at position 1 of 3.')
    await page.keyboard.press('Space')
  }

  /** Before the next frame, which comes late on a slow phone: the next key must not get lost. Runs in the page. */
  const focusedAfterClick = `(async (button) => {
    button.click()
    for (let turn = 0; turn < 10; turn++) await undefined
    return document.activeElement.getAttribute('aria-label')
  })(document.querySelector('[aria-label="Move photo 1 back"]'))`

  it('takes four taps from the empty page to a sent photo, one of them in the chooser, and no typing', async () => {
    const { page } = await visit()
    const buttons = page.getByRole('main').getByRole('button')
    await expect.poll(() => buttons.allTextContents()).toEqual(['Take photo', 'Choose photos'])
    const chooser = page.waitForEvent('filechooser')
    await page.getByRole('button', { name: 'Choose photos' }).click()
    await (await chooser).setFiles([...photos.slice(0, 1)])
    const { y, height } = present(await page.locator('label[for=consent-workshop]').boundingBox())
    expect(y + height).toBeLessThan(1.5 * 844)
    await consent(page).click()
    await sendButton(page).click()
    await received(page).waitFor()
  })

  it('types one caption after another in the large view, with the photo in sight', async () => {
    const { page } = await visit({ width: 1_440 })
    await choose(page, photos.slice(0, 2))
    await page.locator('ol [data-photo] > button').first().click()
    const dialog = page.getByRole('dialog')
    await expect.poll(() => page.evaluate('document.activeElement.placeholder')).toBe('What’s in the photo?')
    await page.keyboard.type('A stool')
    await page.locator('.yarl__slide_current img').waitFor()
    await page.keyboard.press('Enter')
    await dialog.getByText('Photo 2 of 2').waitFor()
    await page.keyboard.type('A lamp')
    await page.keyboard.press('Enter')
    await dialog.waitFor({ state: 'detached' })
    expect(await names(page)).toEqual(['A stool', 'A lamp'])
    await consent(page).check()
    await sendButton(page).click()
    await received(page).waitFor()
    expect((await storedGroup()).images.map(({ imageDescription }) => imageDescription)).toEqual(['A stool', 'A lamp'])
  })

  it('keeps photos, texts and the order by dragging when the tab is closed, but no consent', async () => {
    const { context, page } = await visit({ width: 1440 })
    await choose(page, photos.slice(0, 3))
    await page.locator('ol img').nth(2).waitFor()
    await dragThirdToFirst(page)
    await expectOrder(page, 3, 1, 2)
    await captionPhoto(page, 1, 'First')
    await page.getByLabel('Title', { exact: true }).fill('Kept')
    await consent(page).check()
    await expect.poll(() => page.evaluate(storedDraft)).toMatch(/^3 First.*Kept/)
    await page.close()

    const later = await open(context)
    await later.getByText('Your earlier draft is back.').waitFor()
    await later.getByLabel('Your name').fill('Typed just before')
    await later.reload()
    await expect.poll(() => later.getByLabel('Your name').inputValue()).toBe('Typed just before')
    await expect.poll(() => names(later)).toEqual(['First', 'photo-1.jpg', 'photo-2.jpg'])
    expect(await later.getByLabel('Title', { exact: true }).inputValue()).toBe('Kept')
    expect(await consent(later).isChecked()).toBe(false)
    await later.locator('ol img').nth(2).waitFor()
  })

  it('keeps the draft where the browser stores no files but bytes', async () => {
    const { context, page } = await visit({ prepare: (context) => context.addInitScript(refuseFiles) })
    await choose(page, photos.slice(0, 2))
    await captionPhoto(page, 2, 'Second')
    await expect.poll(() => page.evaluate(storedDraft)).toMatch(/^2 ,Second/)
    await page.close()
    const later = await open(context)
    await expect.poll(() => names(later)).toEqual(['photo-1.jpg', 'Second'])
    await later.locator('ol img').nth(1).waitFor()
    await consent(later).check()
    await sendButton(later).click()
    await received(later).waitFor()
    expect((await storedGroup()).images.map(({ originalName }) => originalName)).toEqual(['photo-1.jpg', 'photo-2.jpg'])
  })

  /** As WebKit does in private mode. Runs in the page. */
  const refuseFiles = `{
    const { put } = IDBObjectStore.prototype
    IDBObjectStore.prototype.put = function (value, key) {
      if (value instanceof Blob) throw new DOMException('No files here.', 'DataCloneError')
      return put.call(this, value, key)
    }
  }`

  it('asks to choose a photo again that the device has lost, and keeps its caption and place', async () => {
    const { page } = await visit()
    const chooser = page.locator('input[type=file][multiple]').first()
    const paths = photos.slice(0, 3).map(({ name }) => join(app.dataDir, name))
    await Promise.all(paths.map((path, n) => writeFile(path, present(photos[n]).buffer)))
    await chooser.setInputFiles(paths)
    await captionPhoto(page, 2, 'Lost for a while')
    await rm(String(paths[1]))
    await consent(page).check()
    await sendButton(page).click()
    await page.getByText('photo-2.jpg: The file can’t be read any more. Choose it again').waitFor()
    await page.getByRole('button', { name: 'Back to the draft' }).click()
    const moved = join(await mkdtemp(join(app.dataDir, 'moved-')), 'photo-2.jpg')
    await writeFile(moved, present(photos[1]).buffer)
    await chooser.setInputFiles([moved])
    await page.getByText('photo-2.jpg: ').waitFor({ state: 'detached' })
    await expect.poll(() => names(page)).toEqual(['photo-1.jpg', 'Lost for a while', 'photo-3.jpg'])
    await sendButton(page).click()
    await received(page).waitFor()
    const { images } = await storedGroup()
    expect(images.map(({ originalName }) => originalName)).toEqual(['photo-1.jpg', 'photo-2.jpg', 'photo-3.jpg'])
  })

  it('keeps the photos in the list whose files cannot be read now', async () => {
    const { context, page } = await visit({ width: 1440 })
    await choose(page, photos.slice(0, 2))
    await page.getByLabel('Title', { exact: true }).fill('Kept')
    await expect.poll(() => page.evaluate(storedDraft)).toMatch(/^2 .*Kept/)
    await page.close()
    const failing = await openUnreadable(context)
    await choose(failing, photos.slice(2, 3))
    await expect.poll(() => failing.getByLabel('Title', { exact: true }).inputValue()).toBe('Kept')
    await expect.poll(() => failing.evaluate(storedList)).toBe(3)
    await expect.poll(() => failing.evaluate(storedFiles)).toBe(3)
    await failing.close()
    const later = await open(context)
    await expect.poll(async () => (await names(later)).toSorted()).toEqual(photos.slice(0, 3).map(({ name }) => name))
  })

  it('keeps photos whose files cannot be read now when others are sent', async () => {
    const { context, page } = await visit()
    await choose(page, photos.slice(0, 2))
    await expect.poll(() => page.evaluate(storedDraft)).toMatch(/^2 /)
    await page.close()
    const failing = await openUnreadable(context)
    await choose(failing, photos.slice(2, 3))
    await expect.poll(() => failing.evaluate(storedFiles)).toBe(3)
    await consent(failing).check()
    await sendButton(failing).click()
    await received(failing).waitFor()
    await expect.poll(() => failing.evaluate(storedFiles)).toBe(2)
    await failing.getByRole('button', { name: 'Send more photos' }).click()
    await choose(failing, photos.slice(3, 4))
    await expect.poll(() => failing.evaluate(storedFiles)).toBe(3)
    await failing.close()
    const later = await open(context)
    const left = [0, 1, 3].map((n) => photos[n]?.name)
    await expect.poll(async () => (await names(later)).toSorted()).toEqual(left)
  })

  it('keeps the photos in the list that another tab is still storing', async () => {
    const { context, page } = await visit({ prepare: (context) => context.addInitScript(storeOneFile) })
    await choose(page, photos.slice(0, 2))
    await expect.poll(() => page.evaluate(storedDraft)).toMatch(/^1 ,/)
    const other = await open(context)
    await other.getByText('Your earlier draft is back.').waitFor()
    await captionPhoto(other, 1, 'First')
    await expect.poll(() => other.evaluate(storedDraft)).toMatch(/^1 First,/)
    expect(await other.evaluate(storedList)).toBe(2)
  })

  it('offers no photos that another tab has sent, and keeps its own', async () => {
    const { context, page } = await visit()
    await choose(page, photos.slice(0, 2))
    await expect.poll(() => page.evaluate(storedDraft)).toMatch(/^2 /)
    const other = await open(context)
    await other.getByText('Your earlier draft is back.').waitFor()
    await choose(other, photos.slice(2, 3))
    await expect.poll(() => other.evaluate(storedDraft)).toMatch(/^3 /)
    await consent(page).check()
    await sendButton(page).click()
    await received(page).waitFor()
    await expect.poll(() => names(other)).toEqual(['photo-3.jpg'])
    // “Nothing has been sent yet” is no longer true.
    expect(await other.getByText('Your earlier draft is back.').count()).toBe(0)
    await expect.poll(() => other.evaluate(storedDraft)).toMatch(/^1 /)
    await other.reload()
    await expect.poll(() => names(other)).toEqual(['photo-3.jpg'])
  })

  /** Number of photos in the list beside the files. Runs in the page. */
  const storedList = `JSON.parse(localStorage['werkschau-draft']).photos.length`

  /** Runs in the page. */
  const storedFiles = `new Promise((done) => {
    indexedDB.open('werkschau-draft').onsuccess = ({ target: { result } }) => {
      const keys = result.transaction('draft').objectStore('draft').getAllKeys()
      keys.onsuccess = () => done(keys.result.filter((key) => key.startsWith('photo:')).length)
    }
  })`

  /** The second one takes long. Runs in the page. */
  const storeOneFile = `{
    const { put } = IDBObjectStore.prototype
    let files = 0
    IDBObjectStore.prototype.put = function (value, key) {
      if (key.startsWith('photo:') && ++files > 1) throw new DOMException('Later.', 'UnknownError')
      return put.call(this, value, key)
    }
  }`

  it('keeps the links that another tab has stored while this one slept', async () => {
    const { context, page } = await visit({ prepare: (context) => context.addInitScript(sleeping) })
    const other = await open(context)
    for (const tab of [other, page]) {
      await choose(tab, photos.slice(0, 1))
      await consent(tab).check()
      await sendButton(tab).click()
      await received(tab).waitFor()
    }
    const links = [await management(page), await management(other)].map((link) => link.split('/').at(-1))
    const stored = `JSON.parse(localStorage['werkschau-uploads']).map(({ token }) => token)`
    expect(await page.evaluate(stored)).toEqual(links)
  })

  /** A page in the back/forward cache hears nothing of what other tabs store. Runs in the page. */
  const sleeping = `window.addEventListener('storage', (event) => event.stopImmediatePropagation())`

  it.each([
    ['Chrome 99 and Safari 15.3', 'delete AbortSignal.prototype.throwIfAborted'],
    ['Firefox 114', 'delete Array.fromAsync; window.mozInnerScreenX = 0'],
  ])('%s get the plain form', async (_, older) => {
    const { page } = await visit({ prepare: (context) => context.addInitScript(older) })
    await page.waitForURL(/\/plain-form$/)
    await page.goto(`${proxy.url}/removal-requests?code=K7-3`)
    await page.waitForURL(/\/removal-requests\/plain-form\?code=K7-3$/)
  })

  async function dragThirdToFirst(page: Page): Promise<void> {
    const middleOf = async (n: number) => {
      const { x, y, width, height } = present(await page.locator('ol img').nth(n).boundingBox())
      return { x: x + width / 2, y: y + height / 2 }
    }
    await page.locator('ol img').nth(2).scrollIntoViewIfNeeded()
    const [first, third] = [await middleOf(0), await middleOf(2)]
    await page.mouse.move(third.x, third.y)
    await page.mouse.down()
    await page.mouse.move(first.x + 20, first.y, { steps: 8 })
    await page.mouse.move(first.x, first.y, { steps: 3 })
    await page.mouse.up()
    // A click within 50 ms after the drop counts as its end.
    await page.evaluate('new Promise((done) => setTimeout(done, 60))')
  }

  it('does not offer to send without a refused photo when something else is in the way', async () => {
    const { page } = await visit()
    await choose(page, [damaged(), ...photos.slice(0, 1)])
    await consent(page).check()
    const refused = page.waitForResponse((answer) => answer.status() === 400)
    const closed = { code: 'EXHIBITION_CLOSED', details: { opensAt: null, closesAt: null } }
    await page.route('**/files/1', async (route) => {
      await refused
      await route.fulfill({ status: 403, json: closed })
    })
    await sendButton(page).click()
    await page.getByRole('heading', { name: 'Not sent' }).waitFor()
    expect(await page.getByRole('button', { name: 'Send without this photo' }).count()).toBe(0)
    await page.getByRole('button', { name: 'Send again' }).waitFor()
  })

  it('names refused files, accepts the rest up to 50, and sends without the one that the server refuses', async () => {
    const { page } = await visit()
    const notes = page.getByRole('alert')
    await page
      .locator('input[type=file][multiple]')
      .first()
      .setInputFiles(await oddFiles())
    await notes.getByText('4 files weren’t added').waitFor()
    const text = await notes.textContent()
    expect(text).toMatch(/IMG_1\.HEIC\s*We can’t accept HEIC photos/)
    expect(text).toMatch(/notes\.jpg\s*This is not a JPEG, PNG or WebP image/)
    expect(text).toMatch(/large\.jpg\s*43\.0 MB is too large\. The limit is 40 MB/)
    expect(text).toMatch(/empty\.jpg\s*The file is empty/)
    await expectOrder(page, 1)

    await choose(page, [damaged()])
    await consent(page).check()
    await sendButton(page).click()
    await notes.getByText(/^damaged\.jpg: /).waitFor()
    await page.getByRole('button', { name: 'Send without this photo' }).click()
    await received(page).waitFor()
    expect((await storedGroup()).images.map(({ originalName }) => originalName)).toEqual(['photo-1.jpg'])

    await page.getByRole('button', { name: 'Send more photos' }).click()
    const small = await makeImage()
    const many = Array.from({ length: 52 }, (_, n) => file(`${n}.jpg`, small))
    await choose(page, many)
    await notes.getByText('2 files weren’t added').waitFor()
    await expect.poll(async () => (await names(page)).length).toBe(50)
    expect(await page.getByRole('button').count()).toBeLessThanOrEqual(60)
  })

  it('takes no more than 50 photos of several choices at once, and names the others', async () => {
    const { page } = await visit()
    await page.getByRole('button', { name: 'Choose photos' }).waitFor()
    const bytes = [...(await makeImage())]
    await page.evaluate(`{
      const bytes = new Uint8Array([${bytes}])
      for (const choice of ['a', 'b', 'c']) {
        const dataTransfer = new DataTransfer()
        for (let n = 0; n < 20; n++) dataTransfer.items.add(new File([bytes], choice + n + '.jpg'))
        dispatchEvent(new DragEvent('drop', { dataTransfer }))
      }
    }`)
    await page.getByRole('alert').getByText('10 files weren’t added').waitFor()
    await expect.poll(async () => (await names(page)).length).toBe(50)
  })

  /** Paths of files of which only the last is accepted. */
  async function oddFiles(): Promise<string[]> {
    const jpeg = present(photos[0]).buffer
    const contents = {
      'IMG_1.HEIC': Buffer.concat([Buffer.from([0, 0, 0, 24]), Buffer.from('ftypheic'), Buffer.alloc(100)]),
      'notes.jpg': 'only text',
      'large.jpg': jpeg,
      'empty.jpg': '',
      'photo-1.jpg': jpeg,
    }
    for (const [name, content] of Object.entries(contents)) await writeFile(join(app.dataDir, name), content)
    await truncate(join(app.dataDir, 'large.jpg'), 41 * 2 ** 20)
    return Object.keys(contents).map((name) => join(app.dataDir, name))
  }

  /** In the middle, with a valid end: only decoding detects it. */
  function damaged() {
    const { buffer } = present(photos[1])
    return file('damaged.jpg', Buffer.concat([buffer.subarray(0, buffer.length / 2), Buffer.from([0xff, 0xd9])]))
  }

  it('stores nothing on a shared device, and clears its last page after two minutes (D69)', async () => {
    const context = await browser.newContext({ locale: 'en-GB' })
    contexts.push(context)
    const page = await context.newPage()
    await page.clock.install()
    await page.goto(`${proxy.url}/?device=shared`)
    await page.getByText('Nothing stays on this device').waitFor()
    await choose(page, photos.slice(0, 1))
    await unfoldTexts(page)
    await page.getByLabel('Your name').fill('Ada')
    await consent(page).check()
    await sendButton(page).click()
    await received(page).waitFor()
    expect(await page.getByRole('main').getByRole('link').count()).toBe(0)
    expect(await page.getByRole('main').getByRole('button').allTextContents()).toEqual(['Clear now'])
    await page.getByText(/\/manage\/[0-9a-f-]{36}$/).waitFor()
    await page.getByText('a phone can’t open the link', { exact: false }).waitFor()
    await page.clock.fastForward(121_000)
    await page.getByRole('heading', { name: 'Show what you made.' }).waitFor()
    expect(await page.getByRole('main').textContent()).not.toContain('Ada')
    expect(await page.evaluate('Object.keys(localStorage).filter((key) => key.startsWith("werkschau"))')).toEqual([])
    expect(await page.evaluate('indexedDB.databases()')).toEqual([])
  })
})
