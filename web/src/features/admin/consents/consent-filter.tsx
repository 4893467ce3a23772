import { NativeSelect } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { allPlatforms } from '#web/features/admin/shared/queries.ts'
import section from '#web/features/admin/shared/section.module.css'
import { useTexts } from '#web/features/admin/texts/texts.ts'
import type { ConsentSearch } from './consent-search.ts'

export const ConsentFilter = ({ search }: { search: ConsentSearch }) => {
  const { t } = useTexts()
  const navigate = useNavigate()
  const set = (change: { readonly [Name in keyof ConsentSearch]: ConsentSearch[Name] | undefined }) => {
    const entries = Object.entries({ ...search, ...change }).filter(([, value]) => value !== undefined)
    void navigate({ to: '/admin/consents', search: Object.fromEntries(entries) as ConsentSearch, replace: true })
  }
  const any = { value: '', label: t('consents.any') }
  const given = { value: 'yes', label: t('consents.given') }
  const notInForce = { value: 'no', label: t('consents.notInForce') }
  return (
    <div className={section.fields}>
      <NativeSelect
        size="md"
        label={t('consents.workshop')}
        value={search.workshop ?? ''}
        data={[any, given, notInForce]}
        onChange={({ currentTarget: { value } }) =>
          set({ workshop: value === 'yes' || value === 'no' ? value : undefined })
        }
      />
      <PlatformSelect platform={search.platform} onChange={(platform) => set({ platform })} />
      <NativeSelect
        size="md"
        label={t('consents.platformState')}
        value={search.inForce ?? ''}
        data={[search.platform === undefined ? any : { ...given, value: '' }, notInForce]}
        onChange={({ currentTarget: { value } }) => set({ inForce: value === 'no' ? value : undefined })}
      />
    </div>
  )
}

interface PlatformSelectProps {
  readonly platform: number | undefined
  readonly onChange: (platform: number | undefined) => void
}

const PlatformSelect = ({ platform, onChange }: PlatformSelectProps) => {
  const { t } = useTexts()
  const { data: platforms = [] } = useQuery(allPlatforms)
  return (
    <NativeSelect
      size="md"
      label={t('consents.platform')}
      value={platform ?? ''}
      data={[
        { value: '', label: t('consents.anyPlatform') },
        ...platforms.map(({ platform_id, display_name }) => ({ value: String(platform_id), label: display_name })),
      ]}
      onChange={({ currentTarget: { value } }) => onChange(value === '' ? undefined : Number(value))}
    />
  )
}
