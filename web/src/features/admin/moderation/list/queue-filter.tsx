import { NativeSelect, TextInput } from '@mantine/core'
import { useDebouncedCallback } from '@mantine/hooks'
import { IconSearch } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { leaveField } from '#web/features/admin/moderation/keyboard/leave-field.ts'
import { allPlatforms } from '#web/features/admin/shared/queries.ts'
import { useTexts } from '#web/features/admin/texts/texts.ts'
import { AlikeFilter } from './alike-filter.tsx'
import style from './queue-filter.module.css'
import type { QueueSearch } from './queue-search.ts'
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
    <AlikeFilter search={search} />
  </div>
)

/** Searches while somebody types. */
const SearchField = ({ search }: QueueFilterProps) => {
  const { t } = useTexts()
  const navigate = useNavigate()
  const [text, setText] = useState(search.q ?? '')
  useEffect(() => setText(search.q ?? ''), [search.q])
  const find = useDebouncedCallback((q: string) => {
    const { q: _, page: __, ...rest } = search
    const next = q.trim() === '' ? rest : { ...rest, q: q.trim() }
    void navigate({ to: '/admin/moderation', search: next, replace: true })
  }, 250)
  return (
    <TextInput
      id="queue-search"
      size="md"
      type="search"
      leftSection={<IconSearch size={18} />}
      aria-label={t('moderation.search')}
      placeholder={t('moderation.search')}
      value={text}
      onChange={(event) => {
        setText(event.currentTarget.value)
        find(event.currentTarget.value)
      }}
      onKeyDown={(event) => event.key === 'Escape' && leaveField(event.currentTarget)}
    />
  )
}

const ConsentFilter = ({ search }: QueueFilterProps) => {
  const { t } = useTexts()
  const navigate = useNavigate()
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
      onChange={(event) => {
        const { consent: _, page: __, ...rest } = search
        const consent = event.currentTarget.value
        const next = consent === '' ? rest : { ...rest, consent }
        void navigate({ to: '/admin/moderation', search: next, replace: true })
      }}
    />
  )
}
