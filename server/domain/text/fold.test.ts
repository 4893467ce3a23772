import { describe, expect, it } from 'vitest'
import { fold, searchTerms, searchTextOf } from './fold.ts'

describe('fold', () => {
  it.each([
    ['Müller', 'muller'],
    ['MU\u0308LLER', 'muller'],
    ['Straße', 'strasse'],
    ['ŁÓDŹ', 'lodz'],
    ['Ærøskøbing', 'aeroskobing'],
    ['İstanbul ılık', 'istanbul ilik'],
    ['ﬁne  ①\n\tart', 'fine 1 art'],
    ['Київ', 'киів'],
    ['100 % "x"', '100 % "x"'],
    ['\0 a', 'a'],
  ])('%j is %j', (text, folded) => {
    expect(fold(text)).toBe(folded)
  })

  it('does not change what is folded', () => {
    for (const text of ['Ähre', 'Çay', 'naïve café', '👩‍🔧 Werk']) expect(fold(fold(text))).toBe(fold(text))
  })
})

describe('searchTerms', () => {
  it.each([
    ['Müllers Vase', ['mullers', 'vase']],
    ['vase Vase', ['vase']],
    ['öl', [' ol']],
    ['a %', [' a ', ' % ']],
    ['  ', []],
  ])('%j looks for %j', (text, terms) => {
    expect(searchTerms(text)).toEqual(terms)
  })
})

describe('searchTextOf', () => {
  it('keeps texts apart and each once', () => {
    expect(searchTextOf(['Vase', null, '', 'Anna', 'VASE'])).toBe(' vase \n anna ')
  })
})
