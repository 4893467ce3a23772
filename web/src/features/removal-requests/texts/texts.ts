import { addTexts } from '#web/i18n/texts.ts'

// An import waits until the texts are loaded.
await addTexts('removal-requests', {
  de: () => import('./de.json'),
  en: () => import('./en.json'),
  fr: () => import('./fr.json'),
  es: () => import('./es.json'),
  it: () => import('./it.json'),
  nl: () => import('./nl.json'),
  pl: () => import('./pl.json'),
  pt: () => import('./pt.json'),
  tr: () => import('./tr.json'),
  uk: () => import('./uk.json'),
  ar: () => import('./ar.json'),
  fa: () => import('./fa.json'),
})
