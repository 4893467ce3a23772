import { Link } from '@tanstack/react-router'
import type { QueueSearch } from '#web/features/admin/moderation/session/queue-search.ts'
import { useTexts } from '#web/features/admin/texts/texts.ts'
import style from './empty-queue.module.css'

/** Nothing is left to do, or nothing was found. */
export const EmptyQueue = ({ search }: { search: QueueSearch }) => {
  const { t } = useTexts()
  const { status: _, view: __, ...filters } = search
  const filtered = Object.keys(filters).length > 0
  const { status = 'pending' } = search
  return (
    <div className={style.empty}>
      <svg viewBox="0 0 120 90" aria-hidden="true">
        <rect className={style.frame} x="8" y="14" width="44" height="58" rx="3" />
        <rect className={style.frame} x="64" y="24" width="48" height="38" rx="3" />
        <rect className={style.picture} x="17" y="23" width="26" height="40" rx="1" />
        <rect className={style.picture} x="73" y="33" width="30" height="20" rx="1" />
      </svg>
      <h2>{t(filtered ? 'moderation.nothingFound' : `moderation.empty.${status}`)}</h2>
      {filtered ? (
        <Link to="/admin/moderation" search={status === 'pending' ? {} : { status }}>
          {t('moderation.clearFilter')}
        </Link>
      ) : (
        status === 'pending' && <p>{t('moderation.emptyText')}</p>
      )}
    </div>
  )
}
