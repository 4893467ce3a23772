import { NativeSelect, TextInput } from '@mantine/core'
import { useDebouncedCallback } from '@mantine/hooks'
import { IconSearch } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { leaveField } from '#web/features/admin/moderation/group/keys/use-key-map.ts'
import type { QueueSearch } from '#web/features/admin/moderation/session/queue-search.ts'
import { allPlatforms } from '#web/features/admin/shared/queries.ts'
import { useTexts } from '#web/features/admin/texts/texts.ts'
import style from './queue-filter.module.css'
import { QueueStates } from './queue-states.tsx'
import { ViewSwitch } from './view-switch.tsx'

interface QueueFilterProps {
  readonly search: QueueSearch
}

export const QueueFilter = ({ search }: QueueFilterProps) => (
  <div className={style.filter}>
    <QueueStates search={search} />
    <search className={style.fields}>
      <SearchField search={search} />
      <ConsentFilter search={search} />
      <ViewSwitch search={search} />
    </search>
    <SimilarFilter search={search} />
  </div>
)

/** Goes to the first page with another value of a filter. */
const useFilter = ({ page: _, ...search }: QueueSearch) => {
  const navigate = useNavigate()
  return (name: 'q' | 'consent', value: string) => {
    const { [name]: __, ...others } = search
    const next = value === '' ? others : { ...others, [name]: value }
    void navigate({ to: '/admin/moderation', search: next, replace: true })
  }
}

/** Searches while somebody types. */
const SearchField = ({ search }: QueueFilterProps) => {
  const { t } = useTexts()
  const filter = useFilter(search)
  const [text, setText] = useState(search.q ?? '')
  useEffect(() => setText(search.q ?? ''), [search.q])
  const find = useDebouncedCallback((q: string) => filter('q', q.trim()), 250)
  return (
    <TextInput
      id="queue-search"
      size="md"
      type="search"
      leftSection={<IconSearch size={18} />}
      aria-label={t('moderation.search')}
      placeholder={t('moderation.search')}
      value={text}
      onChange={({ currentTarget: { value } }) => {
        setText(value)
        find(value)
      }}
      onKeyDown={(event) => event.key === 'Escape' && leaveField(event.currentTarget)}
    />
  )
}

const ConsentFilter = ({ search }: QueueFilterProps) => {
  const { t } = useTexts()
  const filter = useFilter(search)
  const { data: platforms = [] } = useQuery(allPlatforms)
  return (
    <NativeSelect
      size="md"
      aria-label={t('moderation.consentFilter')}
      value={search.consent ?? ''}
      data={[
        { value: '', label: t('moderation.anyConsent') },
        { value: 'workshop', label: t('consents.workshop') },
        ...platforms.map((one) => ({ value: one.platform_name, label: one.display_name })),
      ]}
      onChange={({ currentTarget: { value } }) => filter('consent', value)}
    />
  )
}

/** Says that only groups with photos like those of one group are listed, and leads back to all. */
const SimilarFilter = ({ search: { alike, page: _, ...rest } }: QueueFilterProps) => {
  const { t } = useTexts()
  if (alike === undefined) return null
  return (
    <p className={style.similar}>
      {t('moderation.alikeTo')}
      <Link to="/admin/moderation" search={rest}>
        {t('moderation.clearFilter')}
      </Link>
    </p>
  )
}
