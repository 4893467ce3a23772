import { createInstance, type TFunction } from 'i18next'
import photosDe from '#web/components/photos/texts/de.json' with { type: 'json' }
import photosEn from '#web/components/photos/texts/en.json' with { type: 'json' }
import adminDe from '#web/features/admin/texts/de.json' with { type: 'json' }
import adminEn from '#web/features/admin/texts/en.json' with { type: 'json' }
import manageDe from '#web/features/management/texts/de.json' with { type: 'json' }
import manageEn from '#web/features/management/texts/en.json' with { type: 'json' }
import de from '#web/i18n/de.json' with { type: 'json' }
import en from '#web/i18n/en.json' with { type: 'json' }
import laterDe from '#web/i18n/later/de.json' with { type: 'json' }
import laterEn from '#web/i18n/later/en.json' with { type: 'json' }

export const locales = ['de', 'en'] as const
export type Locale = (typeof locales)[number]

const texts = createInstance()
await texts.init({
  fallbackNS: 'later',
  resources: {
    de: { translation: de, later: laterDe, management: manageDe, photos: photosDe, admin: adminDe },
    en: { translation: en, later: laterEn, management: manageEn, photos: photosEn, admin: adminEn },
  },
  interpolation: { escapeValue: false },
})

export interface Words {
  readonly all: TFunction
  readonly manage: TFunction<'management'>
  readonly admin: TFunction<'admin'>
  readonly photos: TFunction<'photos'>
}

/** The texts of a language: of all pages, of the management page, of the admin pages, of the photos' large view. */
export const wordsOf = (locale: Locale): Words => ({
  all: texts.getFixedT(locale),
  manage: texts.getFixedT(locale, 'management'),
  admin: texts.getFixedT(locale, 'admin'),
  photos: texts.getFixedT(locale, 'photos'),
})

/** A text with counted or named parts left open, such as "3 of 50". */
export const pattern = (text: string): RegExp =>
  new RegExp(text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&').replace(/0/g, '.+'))
