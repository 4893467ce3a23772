import '#web/features/upload/texts/texts.ts'
import { useTranslation } from 'react-i18next'
import { staff } from '#web/api/site.ts'

/** Under whose name the photos are sent (D91). */
export const StaffName = () => (
  <p className="soft">{useTranslation('upload').t('staffLink.as', { name: staff?.name })}</p>
)
