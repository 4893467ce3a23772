import { ActionIcon } from '@mantine/core'
import { IconLayoutGrid, IconLayoutList } from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import { type QueueSearch, views } from '#web/features/admin/moderation/session/queue-search.ts'
import { useTexts } from '#web/features/admin/texts/texts.ts'
import style from './queue-filter.module.css'
import { keepView, useView } from './queue-view.ts'

const icons = { cards: IconLayoutList, grid: IconLayoutGrid }

/** Large cards or many small tiles. */
export const ViewSwitch = ({ search }: { readonly search: QueueSearch }) => {
  const { t } = useTexts()
  const navigate = useNavigate()
  const shown = useView(search)
  return (
    <fieldset className={style.views} aria-label={t('moderation.view.label')}>
      {views.map((view) => {
        const Icon = icons[view]
        return (
          <ActionIcon
            key={view}
            size={44}
            variant={view === shown ? 'light' : 'subtle'}
            color={view === shown ? 'reseda' : 'gray'}
            aria-label={t(`moderation.view.${view}`)}
            aria-pressed={view === shown}
            onClick={() => {
              keepView(view)
              void navigate({ to: '/admin/moderation', search: { ...search, view }, replace: true, resetScroll: false })
            }}
          >
            <Icon size={22} />
          </ActionIcon>
        )
      })}
    </fieldset>
  )
}
