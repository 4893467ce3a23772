import { useTranslation } from 'react-i18next'
import { addTexts } from '#web/i18n/texts.ts'

// An import waits until the texts are loaded.
await addTexts('slideshow', { de: () => import('./de.json'), en: () => import('./en.json') })

export const useTexts = () => useTranslation('slideshow')
