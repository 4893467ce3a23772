import { describe, expect, it } from 'vitest'
import { isComplete } from './check-files.ts'

const bytes = (text: string) => Uint8Array.from(text, (character) => character.charCodeAt(0))
const thumbnail = '\xff\xe1\x00\x08\xff\xd8\xff\xd9ab'
const jpeg = `\xff\xd8${thumbnail}\xff\xda\x00\x02 picture`

describe('isComplete', () => {
  it.each([
    ['a JPEG with its end', 'image/jpeg', `${jpeg}\xff\xd9`, true],
    ['a JPEG with a video behind it', 'image/jpeg', `${jpeg}\xff\xd9${'x'.repeat(200_000)}`, true],
    ['a JPEG that was cut, whose thumbnail has an end', 'image/jpeg', jpeg, false],
    ['a JPEG that was cut in its metadata', 'image/jpeg', `\xff\xd8${thumbnail.slice(0, 6)}`, false],
    ['a PNG with its end', 'image/png', '\x89PNG\r\n\x1a\n data IEND\xae\x42\x60\x82', true],
    ['a PNG that was cut', 'image/png', '\x89PNG\r\n\x1a\n data', false],
    ['a WebP of its size', 'image/webp', 'RIFF\x08\x00\x00\x00WEBPVP8 ', true],
    ['a WebP that was cut', 'image/webp', 'RIFF\x09\x00\x00\x00WEBPVP8 ', false],
  ] as const)('%s', async (_, type, content, complete) => {
    expect(await isComplete(new Blob([bytes(content)]), type)).toBe(complete)
  })
})
