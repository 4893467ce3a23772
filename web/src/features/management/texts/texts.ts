import { addTexts } from '#web/i18n/texts.ts'

// Whoever imports this waits until the texts are there.
await addTexts('management', { de: () => import('./de.json'), en: () => import('./en.json') })
