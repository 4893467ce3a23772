import { useTranslation } from 'react-i18next'
import { addTexts } from '#web/i18n/texts.ts'

// Whoever imports this waits until the texts are there.
await addTexts('slideshow', { de: () => import('./de.json'), en: () => import('./en.json') })

export const useTexts = () => useTranslation('slideshow')
