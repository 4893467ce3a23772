import { addTexts } from '#web/i18n/texts.ts'

// An import waits until the texts are loaded.
export const t = await addTexts('management', import.meta.glob('./*.json', { import: 'default' }))
