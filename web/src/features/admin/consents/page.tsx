import { NativeSelect, Group as Row, TextInput } from '@mantine/core'
import { IconBan, IconCheck } from '@tabler/icons-react'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import type { Answer } from '#web/api/client.ts'
import { LinkButton } from '#web/features/admin/shared/action-button.tsx'
import { adminQuery } from '#web/features/admin/shared/admin-call.ts'
import { adminUrlOf } from '#web/features/admin/shared/chosen-exhibition.ts'
import { DataTable, GroupLink } from '#web/features/admin/shared/data-table.tsx'
import { Loaded, PageTitle, Section } from '#web/features/admin/shared/page/page.tsx'
import type { ConsentSearch } from '#web/features/admin/shared/page/page-search.ts'
import { LogTabs } from '#web/features/admin/shared/page/page-tabs.tsx'
import { allPlatforms } from '#web/features/admin/shared/queries.ts'
import { number, shortDate } from '#web/features/admin/texts/dates.ts'
import { t } from '#web/features/admin/texts/texts.ts'

const queryOf = ({ workshop, platform, inForce }: ConsentSearch) => ({
  ...(workshop && { displayInWorkshop: workshop === 'yes' }),
  ...(platform !== undefined && { platformId: platform }),
  ...((platform !== undefined || inForce) && { platformConsent: inForce !== 'no' }),
})

/** Who agreed to what. */
export const ConsentsPage = () => {
  const search = useSearch({ from: '/admin/consents' })
  const groups = useQuery({
    ...adminQuery(['groups', 'by-consent', search], 'GET /api/admin/groups/by-consent', { query: queryOf(search) }),
    placeholderData: keepPreviousData,
  })
  const count = groups.data?.count ?? 0
  return (
    <>
      <LogTabs />
      <PageTitle title={t('nav.consents')} text={t('consents.text')} />
      <div className="page-sections">
        <ConsentFilter search={search} />
        <Export filter={queryOf(search)} />
        <section className="section" aria-labelledby="list-title">
          <h2 id="list-title">{t('consents.groups', { count, formatted: number(count) })}</h2>
          <Loaded query={groups} placeholder={360}>
            {(data) => <ConsentTable groups={data.groups} />}
          </Loaded>
        </section>
      </div>
    </>
  )
}

const ConsentFilter = ({ search }: { search: ConsentSearch }) => {
  const { data: platforms = [] } = useQuery(allPlatforms)
  const navigate = useNavigate()
  const set = (change: ConsentSearch) =>
    void navigate({ to: '/admin/consents', search: { ...search, ...change }, replace: true })
  const any = { value: '', label: t('consents.any') }
  const given = { value: 'yes', label: t('consents.given') }
  const notInForce = { value: 'no', label: t('consents.notInForce') }
  return (
    <div className="fields">
      <NativeSelect
        label={t('consents.workshop')}
        value={search.workshop ?? ''}
        data={[any, given, notInForce]}
        onChange={({ currentTarget: { value } }) =>
          set({ workshop: value === 'yes' || value === 'no' ? value : undefined })
        }
      />
      <NativeSelect
        label={t('consents.platform')}
        value={search.platform ?? ''}
        data={[
          { value: '', label: t('consents.anyPlatform') },
          ...platforms.map(({ platform_id, display_name }) => ({ value: String(platform_id), label: display_name })),
        ]}
        onChange={({ currentTarget: { value } }) => set({ platform: value === '' ? undefined : Number(value) })}
      />
      <NativeSelect
        label={t('consents.platformState')}
        value={search.inForce ?? ''}
        data={[search.platform === undefined ? any : { ...given, value: '' }, notInForce]}
        onChange={({ currentTarget: { value } }) => set({ inForce: value === 'no' ? value : undefined })}
      />
    </div>
  )
}

type Group = Answer<'GET /api/admin/groups/by-consent'>['groups'][number]

const maxRows = 300

const workshopState = (group: Group) => {
  if (group.display_in_workshop) return 'given'
  return group.workshopRevokedTimestamp ? 'revoked' : 'none'
}
const platformState = (group: Group, id: number) => {
  const consent = group.socialMediaConsents.find(({ platformId }) => platformId === id)
  if (!consent?.consented) return 'none'
  return consent.revoked ? 'revoked' : 'given'
}

const ConsentTable = ({ groups }: { groups: readonly Group[] }) => {
  const { data: platforms = [] } = useQuery(allPlatforms)
  // One that nobody is asked about, nor was, takes the room of the others.
  const shown = platforms.filter(
    ({ is_active, platform_id: id }) => is_active || groups.some((group) => platformState(group, id) !== 'none'),
  )
  const columnOf = ({ platform_id: id, display_name: name }: (typeof platforms)[number]) =>
    [name, (group: Group) => <ConsentMark state={platformState(group, id)} />] as const
  return (
    <>
      <DataTable
        label={t('nav.consents')}
        empty={t('moderation.nothingFound')}
        rows={groups.slice(0, maxRows)}
        keyOf={({ groupId }) => groupId}
        columns={[
          [t('table.group'), ({ groupId, title }) => <GroupLink groupId={groupId} name={title} />],
          [t('table.name'), ({ name }) => name ?? '–'],
          [t('table.uploaded'), ({ uploadDate }) => shortDate(uploadDate)],
          [t('consents.workshop'), (group) => <ConsentMark state={workshopState(group)} />],
          ...shown.map(columnOf),
        ]}
      />
      {groups.length > maxRows && <p className="soft">{t('consents.more', { count: maxRows })}</p>}
    </>
  )
}

const marks = {
  given: { c: 'var(--accent)', fw: 600 },
  revoked: { c: 'var(--danger)', fw: 600 },
  none: { c: 'var(--ink-soft)' },
} as const

/** Given, revoked or neither, shown by icon, colour and word. */
const ConsentMark = ({ state }: { state: keyof typeof marks }) => (
  <Row component="span" display="inline-flex" gap={5} wrap="nowrap" {...marks[state]}>
    {state === 'given' && <IconCheck size={16} stroke={2.5} aria-hidden="true" />}
    {state === 'revoked' && <IconBan size={16} stroke={2} aria-hidden="true" />}
    {t(`consents.${state}`)}
  </Row>
)

const states = [
  ['', 'all'],
  ['true', 'approved'],
  ['false', 'pending'],
] as const

/** The consents of the list's groups as a file. The browser downloads it itself: it may be long. */
const Export = ({ filter }: { readonly filter: Readonly<Record<string, unknown>> }) => {
  const [year, setYear] = useState('')
  const [approved, setApproved] = useState('')
  const valid = year === '' || /^\d{1,4}$/.test(year)
  const href = (format: 'csv' | 'json') =>
    adminUrlOf('/api/admin/consents/export', {
      query: { format, ...filter, ...(valid && year !== '' && { year }), ...(approved !== '' && { approved }) },
    })
  return (
    <Section id="export" title={t('export.title')}>
      <p className="soft">{t('export.text')}</p>
      <div className="fields">
        <TextInput
          label={t('export.year')}
          inputMode="numeric"
          maxLength={4}
          value={year}
          error={!valid && t('export.yearInvalid')}
          onChange={(event) => setYear(event.currentTarget.value.trim())}
        />
        <NativeSelect
          label={t('export.state')}
          value={approved}
          data={states.map(([value, name]) => ({ value, label: t(`moderation.status.${name}`) }))}
          onChange={(event) => setApproved(event.currentTarget.value)}
        />
      </div>
      <div className="actions">
        <LinkButton href={href('csv')} download="consents.csv" variant="filled">
          {t('export.csv')}
        </LinkButton>
        <LinkButton href={href('json')} download="consents.json">
          {t('export.json')}
        </LinkButton>
      </div>
    </Section>
  )
}
