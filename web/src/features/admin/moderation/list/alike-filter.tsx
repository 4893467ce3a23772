import { Link } from '@tanstack/react-router'
import { useTexts } from '#web/features/admin/texts/texts.ts'
import style from './queue-filter.module.css'
import type { QueueSearch } from './queue-search.ts'

/** Says that only groups with photos like those of one group are listed, and leads back to all. */
export const AlikeFilter = ({ search }: { readonly search: QueueSearch }) => {
  const { t } = useTexts()
  const { alike, page: _, ...rest } = search
  if (alike === undefined) return null
  return (
    <p className={style.alike}>
      {t('moderation.alikeTo')}
      <Link to="/admin/moderation" search={rest}>
        {t('moderation.clearFilter')}
      </Link>
    </p>
  )
}
