import { Button, Group, NativeSelect } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { useEffect } from 'react'
import { urlOf } from '#web/api/client.ts'
import { LinkButton } from '#web/features/admin/shared/action-button.tsx'
import { useAdmin } from '#web/features/admin/shared/auth/session.ts'
import { DataTable } from '#web/features/admin/shared/data-table.tsx'
import { SearchField } from '#web/features/admin/shared/form/search-field.tsx'
import { Loaded, PageTitle } from '#web/features/admin/shared/page/page.tsx'
import type { AdminAuditSearch } from '#web/features/admin/shared/page/page-search.ts'
import { LogTabs } from '#web/features/admin/shared/page/page-tabs.tsx'
import { dateTime } from '#web/features/admin/texts/dates.ts'
import { t } from '#web/features/admin/texts/texts.ts'
import { type AdminAuditEntry, adminAudit, auditActors, queryOf } from './admin-audit-query.ts'
import { actionText, detailsText, isFailed } from './entry-texts.ts'

/** What people with an account did. */
export const AdminAuditPage = () => {
  const search = useSearch({ from: '/admin/admin-audit' })
  const log = useInfiniteQuery(adminAudit(search))
  const entries = log.data?.pages.flatMap((page) => page.entries) ?? []
  // A search continues while it has found nothing.
  const goesOn = log.hasNextPage && !log.isFetchNextPageError && entries.length === 0
  const { fetchNextPage, isFetching } = log
  useEffect(() => {
    if (goesOn && !isFetching) void fetchNextPage()
  }, [goesOn, isFetching, fetchNextPage])
  const csv = urlOf('/api/admin/admin-audit', { query: { format: 'csv', ...queryOf(search) } })
  return (
    <>
      <LogTabs />
      <PageTitle title={t('nav.adminAudit')} text={t('adminAudit.text')}>
        <LinkButton href={csv} download="admin-audit.csv">
          {t('adminAudit.csv')}
        </LinkButton>
      </PageTitle>
      <section className="section" aria-label={t('nav.adminAudit')}>
        <AdminAuditFilter search={search} />
        <Loaded query={log} placeholder={480}>
          {() => !goesOn && <AdminAuditTable entries={entries} />}
        </Loaded>
        {log.hasNextPage && (
          <div className="actions">
            <Button size="md" variant="default" loading={log.isFetchingNextPage} onClick={() => log.fetchNextPage()}>
              {t('adminAudit.older')}
            </Button>
          </div>
        )}
      </section>
    </>
  )
}

const alarming = { c: 'var(--danger)', fw: 600 } as const

const AdminAuditTable = ({ entries }: { readonly entries: readonly AdminAuditEntry[] }) => {
  const role = useAdmin()?.role
  /** Links to a group for users who may open it. */
  const targetOf = ({ target_type: type, target_id: id, target_name: name, action }: AdminAuditEntry) => {
    if (type === null || id === null) return '–'
    if (type === 'group' && role === 'admin' && action !== 'delete_group')
      return (
        <Link to="/admin/moderation/$groupId" params={{ groupId: id }} className="breakable">
          {name === undefined ? t('adminAudit.group', { id }) : t('adminAudit.named', { name })}
        </Link>
      )
    if (name !== undefined) return t(type === 'image' ? 'adminAudit.photoOf' : 'adminAudit.named', { id, name })
    return <span className="breakable">{t(`adminAudit.type.${type as 'user'}`, { id, defaultValue: id })}</span>
  }
  const whatOf = ({ action }: AdminAuditEntry) => (
    <Group component="span" display="inline-flex" gap={6} wrap="nowrap" {...(isFailed(action) && alarming)}>
      {isFailed(action) && <IconAlertTriangle size={16} aria-hidden="true" />}
      {actionText(action)}
    </Group>
  )
  return (
    <DataTable
      label={t('nav.adminAudit')}
      empty={t('auditLog.empty')}
      rows={entries}
      keyOf={({ id }) => id}
      columns={[
        [t('auditLog.when'), (entry) => dateTime(entry.created_at)],
        [t('adminAudit.who'), (entry) => entry.actor_name || '–'],
        [t('auditLog.what'), whatOf],
        [t('adminAudit.target'), targetOf],
        [t('adminAudit.details'), (entry) => detailsText(entry) || '–'],
        [t('auditLog.address'), (entry) => entry.ip_address ?? '–'],
      ]}
    />
  )
}

/** Guesses of passwords and codes. */
const failed = ['login', 'confirm_password', 'change_password', 'confirm_totp', 'setup_initial_admin']

const knownActions = (): readonly string[] => {
  const actions = Object.keys(t('adminAudit.action', { returnObjects: true }))
  return [...actions, ...failed.map((action) => `${action}_failed`)]
}

/** What the address asks for can be chosen, too. */
const withAsked = (values: readonly string[], asked = '') =>
  asked === '' || values.includes(asked) ? values : [asked, ...values]

const AdminAuditFilter = ({ search }: { readonly search: AdminAuditSearch }) => {
  const { data: { actors } = { actors: [] } } = useQuery(auditActors)
  const navigate = useNavigate()
  const set = (name: keyof AdminAuditSearch, value: string) =>
    void navigate({ to: '/admin/admin-audit', search: { ...search, [name]: value || undefined }, replace: true })
  const day = (name: 'from' | 'to') => (
    <SearchField
      type="date"
      label={t(`adminAudit.${name}`)}
      value={search[name]}
      onSearch={(value) => set(name, value)}
    />
  )
  const actions = withAsked(knownActions(), search.action)
    .map((action) => ({ value: action, label: actionText(action) }))
    .sort((one, other) => one.label.localeCompare(other.label))
  return (
    <search className="fields">
      <SearchField label={t('adminAudit.search')} value={search.q} onSearch={(q) => set('q', q)} />
      <NativeSelect
        label={t('adminAudit.who')}
        value={search.actor ?? ''}
        data={[{ value: '', label: t('adminAudit.anybody') }, ...withAsked(actors, search.actor)]}
        onChange={(event) => set('actor', event.currentTarget.value)}
      />
      <NativeSelect
        label={t('auditLog.what')}
        value={search.action ?? ''}
        data={[{ value: '', label: t('auditLog.anything') }, ...actions]}
        onChange={(event) => set('action', event.currentTarget.value)}
      />
      {day('from')}
      {day('to')}
    </search>
  )
}
