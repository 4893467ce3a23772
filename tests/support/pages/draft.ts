import type { Page } from 'playwright-core'

/** Opens a photo large, by its number from 1. */
export async function openLarge(page: Page, n: number): Promise<void> {
  await page
    .locator('ol [id^=photo-]')
    .nth(n - 1)
    .click()
  await page.getByRole('dialog').waitFor()
}

/** Types the caption of a photo in the large view, and leaves it. */
export async function captionPhoto(page: Page, n: number, text: string): Promise<void> {
  await openLarge(page, n)
  await page.getByRole('dialog').locator('textarea').fill(text)
  await page.keyboard.press('Escape')
  await page.getByRole('dialog').waitFor({ state: 'detached' })
}

/** Opens the texts, which are folded on a phone. */
export async function unfoldTexts(page: Page): Promise<void> {
  const summary = page.locator('details:has(#text-title):not([open]) > summary')
  await page.locator('details:has(#text-title)').waitFor()
  if (await summary.isVisible()) await summary.click()
}
