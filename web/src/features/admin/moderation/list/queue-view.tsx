import { ActionIcon, Group } from '@mantine/core'
import { IconLayoutGrid, IconLayoutList } from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import { useSelector } from '@tanstack/react-store'
import { createLocalStore } from '#web/components/local-store.ts'
import { type QueueSearch, type View, views } from '#web/features/admin/moderation/session/queue-search.ts'
import { t } from '#web/features/admin/texts/texts.ts'

const stored = createLocalStore<View>('werkschau-moderation-view', 'cards')

/** How the groups are shown: as in the URL, otherwise as last chosen on this device. */
export const useView = ({ view }: QueueSearch): View => {
  const kept = useSelector(stored)
  return view ?? (kept === 'grid' ? 'grid' : 'cards')
}

const icons = { cards: <IconLayoutList size={22} />, grid: <IconLayoutGrid size={22} /> }

/** Large cards or many small tiles. */
export const ViewSwitch = ({ search }: { readonly search: QueueSearch }) => {
  const navigate = useNavigate()
  const shown = useView(search)
  const choose = (view: View) => () => {
    stored.set(view)
    void navigate({ to: '/admin/moderation', search: { ...search, view }, replace: true, resetScroll: false })
  }
  return (
    <Group component="fieldset" gap={4} m={0} p={0} bd={0} wrap="nowrap" aria-label={t('moderation.view.label')}>
      {views.map((view) => (
        <ActionIcon
          key={view}
          {...(view === shown && { variant: 'light', color: 'reseda' })}
          aria-pressed={view === shown}
          aria-label={t(`moderation.view.${view}`)}
          onClick={choose(view)}
        >
          {icons[view]}
        </ActionIcon>
      ))}
    </Group>
  )
}
