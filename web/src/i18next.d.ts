import type photosEn from '#web/components/photos/texts/en.json'
import type redactionEn from '#web/components/redaction/texts/en.json'
import type adminEn from '#web/features/admin/texts/en.json'
import type managementEn from '#web/features/management/texts/en.json'
import type removalRequestsEn from '#web/features/removal-requests/texts/en.json'
import type slideshowEn from '#web/features/slideshow/texts/en.json'
import type uploadEn from '#web/features/upload/texts/en.json'
import type en from '#web/i18n/en.json'
import type laterEn from '#web/i18n/later/en.json'

declare module 'i18next' {
  interface CustomTypeOptions {
    fallbackNS: 'translation'
    resources: {
      translation: typeof en & typeof laterEn
      admin: typeof adminEn
      later: typeof laterEn
      management: typeof managementEn
      photos: typeof photosEn
      redaction: typeof redactionEn
      'removal-requests': typeof removalRequestsEn
      slideshow: typeof slideshowEn
      upload: typeof uploadEn
    }
  }
}
