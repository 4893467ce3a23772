import { describe, expect, it } from 'vitest'
import { withoutEmpty, withTyped } from './with-typed.ts'

describe('withTyped', () => {
  it('replaces the texts that were typed alone, also below their language', () => {
    expect(withTyped({ en: 'Hello', de: 'Herein' }, { en: 'Come in' })).toEqual({ en: 'Come in', de: 'Herein' })
    expect(withTyped({ en: { minors: 'All' } }, { en: { workshop: 'Here' }, de: { minors: 'Alle' } })).toEqual({
      en: { minors: 'All', workshop: 'Here' },
      de: { minors: 'Alle' },
    })
    expect(withTyped(null, { en: 'Hello' })).toEqual({ en: 'Hello' })
    expect(Object.keys(withTyped({ en: 'Hello', de: 'Hallo' }, { en: undefined }))).toEqual(['de'])
  })

  it('replaces whatever is no text by language', () => {
    expect(withTyped(true, false)).toBe(false)
    expect(withTyped(7, null)).toBe(null)
    expect(withTyped(['en', 'de'], ['de'])).toEqual(['de'])
    expect(withTyped<unknown>({ en: 'Imprint' }, 'https://example.org')).toBe('https://example.org')
    expect(withTyped<unknown>('https://example.org', { en: 'Imprint' })).toEqual({ en: 'Imprint' })
  })
})

describe('withoutEmpty', () => {
  it('leaves out what was emptied', () => {
    expect(withoutEmpty({ en: '', de: 'Hallo' })).toEqual({ de: 'Hallo' })
    expect(withoutEmpty({ en: { minors: '' }, de: { minors: '', workshop: 'Hier' } })).toEqual({
      de: { workshop: 'Hier' },
    })
    expect(withoutEmpty({ en: { minors: '' } })).toBe(null)
  })

  it('keeps what is no text by language', () => {
    expect([false, 0, 'Oak', ['en']].map((value) => withoutEmpty(value))).toEqual([false, 0, 'Oak', ['en']])
    expect(withoutEmpty('')).toBe(null)
  })
})
