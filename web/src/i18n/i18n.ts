import { createInstance } from 'i18next'

/** A date or time at the end of a sentence: neither `2026 р..` nor `10:05 a.m..`. */
const oneStop = {
  type: 'postProcessor',
  name: 'oneStop',
  process: (text: string) => text.replace(/([ap]\.\s?m|\sр)\.\./g, '$1.'),
} as const

/** The texts' instance; `texts.ts` fills it and starts it. */
export const i18n = createInstance({ postProcess: oneStop.name }).use(oneStop)

/** A text of all pages in the current language; no hook, because each page renders again when that changes (router.tsx). */
export const { t } = i18n
