import { Group } from '@mantine/core'
import { IconArrowLeft, IconArrowRight } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { pageSize } from '#web/features/admin/moderation/session/groups.ts'
import type { QueueSearch } from '#web/features/admin/moderation/session/queue-search.ts'
import { number } from '#web/features/admin/texts/dates.ts'
import { useTexts } from '#web/features/admin/texts/texts.ts'
import style from './pages.module.css'

/** Links to the other pages of the list. */
export const Pages = ({ search, total }: { search: QueueSearch; total: number }) => {
  const { t } = useTexts()
  const { page = 1, ...rest } = search
  const pages = Math.ceil(total / pageSize)
  if (pages <= 1 && page === 1) return null
  const to = (next: number): QueueSearch => (next > 1 ? { ...rest, page: next } : rest)
  const range = { from: number((page - 1) * pageSize + 1), to: number(Math.min(total, page * pageSize)) }
  return (
    <Group
      component="nav"
      justify="space-between"
      gap="8px 16px"
      mt={24}
      c="var(--ink-soft)"
      aria-label={t('moderation.pages')}
    >
      <Link to="/admin/moderation" search={to(page - 1)} disabled={page <= 1} className={style.link} resetScroll>
        <IconArrowLeft size={18} />
        {t('moderation.previousPage')}
      </Link>
      <p>{t('moderation.range', { ...range, total: number(total) })}</p>
      <Link to="/admin/moderation" search={to(page + 1)} disabled={page >= pages} className={style.link} resetScroll>
        {t('moderation.nextPage')}
        <IconArrowRight size={18} />
      </Link>
    </Group>
  )
}
