import { describe, expect, it } from 'vitest'
import { isEmpty, noDraft, withCaption, withoutSaved, withText } from './drafts.ts'

describe('a draft', () => {
  it('has what differs from the server: typing back to that ends it', () => {
    const typed = withText(noDraft, 'title', { text: 'Stool', stored: 'Stol' })
    expect(typed.texts).toEqual({ title: 'Stool' })
    expect(isEmpty(typed)).toBe(false)
    expect(isEmpty(withText(typed, 'title', { text: 'Stol', stored: 'Stol' }))).toBe(true)
  })

  it('keeps a text that was emptied', () => {
    expect(withCaption(noDraft, '7', { text: '', stored: 'Oak' }).captions).toEqual({ 7: '' })
  })

  it('keeps what was typed on while the rest was being saved', () => {
    const saved = withCaption(withText(noDraft, 'title', { text: 'Stool', stored: '' }), '7', {
      text: 'Oa',
      stored: '',
    })
    const typedOn = withCaption(saved, '7', { text: 'Oak', stored: '' })
    expect(withoutSaved(typedOn, saved)).toEqual({ texts: {}, captions: { 7: 'Oak' } })
  })
})
