import { i18n } from '#web/i18n/i18n.ts'
import { addTexts } from '#web/i18n/texts.ts'

// An import waits until the texts are loaded.
await addTexts('slideshow', import.meta.glob('./*.json', { import: 'default' }))

/** In the current language; no hook, because the page renders again when that changes. */
export const t = i18n.getFixedT(null, 'slideshow')
