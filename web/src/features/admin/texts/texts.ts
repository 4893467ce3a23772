import { errorSentence } from '#web/i18n/error-sentence.ts'
import { addTexts } from '#web/i18n/texts.ts'
import { settingSentence } from './setting-label.ts'

// Each of the admin pages waits until its texts have loaded.
export const t = await addTexts('admin', import.meta.glob('./*.json', { import: 'default' }))

/** What went wrong, in the user's language. */
export const sentenceOf = (error: unknown): string => settingSentence(error) ?? errorSentence(error)
