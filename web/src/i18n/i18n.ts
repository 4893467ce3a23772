import { createInstance } from 'i18next'

/** The texts' instance; `texts.ts` fills it and starts it. */
export const i18n = createInstance()
