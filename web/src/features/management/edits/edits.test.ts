import { expect, it, vi } from 'vitest'

/** Of two photos, with what was typed about them. */
async function fits(captions: Record<string, string>): Promise<boolean> {
  vi.stubGlobal('document', { documentElement: { dataset: {} } })
  const { captionsFit } = await import('./edits.ts')
  const images = [1, 2].map((id) => ({ id, fileName: `${id}.jpg`, previewPath: `/previews/${id}.jpg` }))
  return captionsFit({ images } as never, { texts: {}, captions, order: [] })
}

it.each([
  ['short captions', { 1: 'x'.repeat(200), '2:altText': 'x'.repeat(500) }, true],
  ['a caption that is too long', { 1: 'x'.repeat(201) }, false],
  ['an alt text that is too long', { '2:altText': 'x'.repeat(501) }, false],
  ['one that was too long, of a photo that was deleted since', { 3: 'x'.repeat(201) }, true],
])('an owner who typed %s', async (_, captions, expected) => {
  expect(await fits(captions)).toBe(expected)
})
