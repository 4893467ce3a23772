import { errorSentence } from '#web/i18n/error-sentence.ts'
import { i18n } from '#web/i18n/i18n.ts'
import { addTexts } from '#web/i18n/texts.ts'
import { settingSentence } from './setting-label.ts'

// Each of the admin pages waits until its texts have loaded.
await addTexts('admin', import.meta.glob('./*.json', { import: 'default' }))

/** In the current language; no hook, because each admin page renders again when that changes (router.tsx). */
export const t = i18n.getFixedT(null, 'admin')

/** What went wrong, in the user's language. */
export const sentenceOf = (error: unknown): string => settingSentence(error) ?? errorSentence(error)
