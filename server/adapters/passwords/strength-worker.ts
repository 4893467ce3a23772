import { parentPort, workerData } from 'node:worker_threads'
import { ZxcvbnFactory } from '@zxcvbn-ts/core'
import * as common from '@zxcvbn-ts/language-common'
import * as de from '@zxcvbn-ts/language-de'
import * as en from '@zxcvbn-ts/language-en'
import type { PasswordRank } from '#server/ports/accounts/passwords.ts'

// The thread of `argon2-passwords.ts`, for one password.
const { password, words }: { password: string; words: string[] } = workerData

const zxcvbn = new ZxcvbnFactory({
  dictionary: { ...common.dictionary, ...en.dictionary, ...de.dictionary },
  graphs: common.adjacencyGraphs,
  translations: en.translations,
  // 256 characters with digits for letters cost six seconds; the first 64 of these cost less than one and say enough.
  maxLength: 64,
  l33tMaxSubstitutions: 10,
})

const { score, feedback } = zxcvbn.check(password, words)
const advice = [feedback.warning, ...feedback.suggestions].filter((sentence) => typeof sentence === 'string')
parentPort?.postMessage({ rank: score, advice } satisfies PasswordRank)
