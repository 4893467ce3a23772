import { describe, expect, it } from 'vitest'
import { createSimilarGroups } from './similar-groups.ts'

const image = (perceptualHash: string) => ({ groupId: '', perceptualHash })
const vase = image('ffff0000ffff0000')
const vaseAgain = image('ffff0000ffff00ff')
const otherVase = image('ffff0000ffff01ff')
const plain = image('0000000000000000')

describe('createSimilarGroups', () => {
  it('finds the other groups with an image at most 8 bits away', () => {
    const groups = createSimilarGroups()
    groups.set('a', [image('0123456789abcdef'), vase])
    groups.set('b', [vaseAgain])
    groups.set('c', [otherVase])
    expect(groups.othersOf('a')).toEqual(['b'])
    expect(groups.othersOf('b')).toEqual(['a', 'c'])
    expect(groups.othersOf('unknown')).toEqual([])
  })

  it('leaves out pictures of one colour', () => {
    const groups = createSimilarGroups()
    groups.set('a', [plain])
    groups.set('b', [plain])
    expect(groups.othersOf('a')).toEqual([])
  })

  it('follows groups that are added, changed and deleted after the first look', () => {
    const groups = createSimilarGroups()
    groups.set('a', [vase])
    expect(groups.othersOf('a')).toEqual([])
    groups.set('b', [vaseAgain])
    expect(groups.othersOf('a')).toEqual(['b'])
    groups.set('b', [image('0123456789abcdef')])
    expect(groups.othersOf('a')).toEqual([])
    groups.set('b', [vase])
    groups.set('b', [])
    expect(groups.othersOf('a')).toEqual([])
  })

  it('forgets the oldest groups beyond its number of images', () => {
    const groups = createSimilarGroups(2)
    groups.set('a', [vase])
    groups.set('b', [vase])
    expect(groups.othersOf('b')).toEqual(['a'])
    groups.set('c', [vase])
    expect(groups.othersOf('b')).toEqual(['c'])
    expect(groups.othersOf('a')).toEqual([])
  })
})
