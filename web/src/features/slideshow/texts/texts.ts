import { useTranslation } from 'react-i18next'
import { addTexts } from '#web/i18n/texts.ts'

// An import waits until the texts are loaded.
await addTexts('slideshow', import.meta.glob('./*.json', { import: 'default' }))

export const useTexts = () => useTranslation('slideshow')
