import { describe, expect, it } from 'vitest'
import { chooseFile } from './choose-file.ts'

const photo = (width: number | null, height: number | null) => ({
  id: 1,
  original: 'original',
  preview: 'preview',
  width,
  height,
  caption: null,
})
const wall = { width: 1920, height: 1080 }

describe('chooseFile', () => {
  it('takes the original on a wall screen, no larger than it is shown', () => {
    expect(chooseFile(photo(4032, 3024), wall, 'contain')).toEqual({
      path: 'original',
      resize: { width: 1440, height: 1080 },
    })
    expect(chooseFile(photo(4032, 3024), { width: 3840, height: 2160 }, 'contain')).toEqual({
      path: 'original',
      resize: { width: 2880, height: 2160 },
    })
  })

  it('takes the original as it is when the screen is larger', () => {
    expect(chooseFile(photo(1200, 900), wall, 'contain')).toEqual({ path: 'original' })
  })

  it('takes the preview where it is enough: a portrait on a wall screen, a phone, a small original', () => {
    expect(chooseFile(photo(3024, 4032), wall, 'contain')).toEqual({ path: 'preview' })
    expect(chooseFile(photo(4032, 3024), { width: 820, height: 1180 }, 'contain')).toEqual({ path: 'preview' })
    expect(chooseFile(photo(640, 480), wall, 'contain')).toEqual({ path: 'preview' })
  })

  it('fills the screen with fit=cover, which asks for more of a portrait', () => {
    expect(chooseFile(photo(3024, 4032), wall, 'cover')).toEqual({
      path: 'original',
      resize: { width: 1920, height: 2560 },
    })
  })

  it('takes the preview of a photo that would not fit into memory, or whose size is not known yet', () => {
    expect(chooseFile(photo(11_000, 9_000), wall, 'contain')).toEqual({ path: 'preview' })
    expect(chooseFile(photo(null, null), wall, 'contain')).toEqual({ path: 'preview' })
  })
})
