import { i18n } from '#web/i18n/i18n.ts'
import { addTexts } from '#web/i18n/texts.ts'

// An import waits until the texts are loaded.
await addTexts('redaction', import.meta.glob('./*.json', { import: 'default' }))

export const t = i18n.getFixedT(null, 'redaction')
