import { addTexts, laterTexts } from '#web/i18n/texts.ts'

// An import waits until the texts are loaded.
await addTexts(laterTexts, import.meta.glob('./*.json', { import: 'default' }))
