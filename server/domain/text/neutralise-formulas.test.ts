import { describe, expect, it } from 'vitest'
import { neutraliseFormulas } from './csv.ts'

describe('neutraliseFormulas', () => {
  it.each([
    ['=1+1', "'=1+1"],
    ['+1', "'+1"],
    ['-1', "'-1"],
    ['@SUM(A1)', "'@SUM(A1)"],
    ['\t=1', "'\t'=1"],
    ['\r=1', "'\r'=1"],
    ['＝1', "'＝1"],
    ['Fair;=1+1', "Fair;'=1+1"],
    ['Fair;"=1+1"', `Fair;'"=1+1"`],
    ['Fair; -1;+1', "Fair;' -1;'+1"],
    ['Fair\n=1+1', "Fair\n'=1+1"],
  ])('%j becomes %j', (text, safe) => {
    expect(neutraliseFormulas(text)).toBe(safe)
  })

  it.each(['', 'Fair', 'a-b', '2024-05-01T10:00:00.000Z', 'Tom & Ada; Ben', 'a = b', '"quoted", twice', "'=1"])(
    '%j stays',
    (text) => {
      expect(neutraliseFormulas(text)).toBe(text)
    },
  )
})
