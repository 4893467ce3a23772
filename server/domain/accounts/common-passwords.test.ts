import { dictionary } from '@zxcvbn-ts/language-common'
import { expect, it } from 'vitest'
import { limits } from '#contract/limits.ts'
import { commonPasswords, isCommonPassword } from './common-passwords.ts'

it('has the hundred most common passwords of the strength library that accounts can have', () => {
  const possible = dictionary['passwords-common'].filter(({ length }) => length >= limits.passwordMin)
  expect([...commonPasswords]).toEqual(possible.slice(0, 100))
  expect(['password', 'PassW0rd', 'Workshop2024'].map(isCommonPassword)).toEqual([true, true, false])
})
