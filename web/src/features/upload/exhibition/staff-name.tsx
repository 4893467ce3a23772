import { staff } from '#web/api/site.ts'
import { t } from '#web/features/upload/texts/texts.ts'

/** Under whose name the photos are sent (D91). */
export const StaffName = () => <p className="soft">{t('staffLink.as', { name: staff?.name })}</p>
