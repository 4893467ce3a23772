import { describe, expect, it } from 'vitest'
import { captionsFit } from './edits.ts'

describe('captionsFit', () => {
  const image = { fileName: 'a.jpg', previewPath: '/previews/a.jpg' }
  const images = [
    { ...image, id: 1 },
    { ...image, id: 2 },
  ] as never
  const edits = (captions: Record<string, string>) => ({ texts: {}, captions, order: [] })

  it('says whether all captions and alt texts are short enough to be saved', () => {
    expect(captionsFit({ images }, edits({ 1: 'x'.repeat(200), '2:altText': 'x'.repeat(500) }))).toBe(true)
    expect(captionsFit({ images }, edits({ 1: 'x'.repeat(201) }))).toBe(false)
    expect(captionsFit({ images }, edits({ '2:altText': 'x'.repeat(501) }))).toBe(false)
  })

  it('does not count those of a photo that was deleted since', () => {
    expect(captionsFit({ images }, edits({ 3: 'x'.repeat(201), '3:altText': 'x'.repeat(501) }))).toBe(true)
  })
})
