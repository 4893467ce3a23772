import { useState } from 'react'
import type { Answer } from '#web/api/client.ts'
import { adminCall, adminQuery } from '#web/features/admin/shared/admin-call.ts'
import { DataTable } from '#web/features/admin/shared/data-table.tsx'
import { ConfirmedButton } from '#web/features/admin/shared/dialog.tsx'
import { useExhibitions } from '#web/features/admin/shared/exhibitions.ts'
import { BackLink, Load, PageTitle } from '#web/features/admin/shared/page/page.tsx'
import { useAction } from '#web/features/admin/shared/use-action.ts'
import { dateTime } from '#web/features/admin/texts/dates.ts'
import { t } from '#web/features/admin/texts/texts.ts'
import { MadeLink, NewLink } from './new-link.tsx'

type StaffLink = Answer<'GET /api/admin/staff-links'>['staffLinks'][number]

const staffLinks = adminQuery(['staff-links'], 'GET /api/admin/staff-links')

const isValid = ({ revoked, expiresAt }: StaffLink): boolean => !revoked && Date.parse(expiresAt) > Date.now()

/** Links with which people of the team upload under a name, without an account (D91). */
export const StaffLinksPage = () => {
  const several = useExhibitions().length > 0
  const stateOf = (link: StaffLink) => {
    if (link.revoked) return t('staffLinks.revoked')
    return t(isValid(link) ? 'staffLinks.until' : 'staffLinks.expired', { time: dateTime(link.expiresAt) })
  }
  const [made, setMade] = useState<{ readonly name: string; readonly url: string }>()
  return (
    <>
      <BackLink to="/admin/accounts">{t('accounts.all')}</BackLink>
      <PageTitle title={t('staffLinks.title')} text={t('staffLinks.text')} />
      <div className="page-sections">
        {made && <MadeLink key={made.url} {...made} onDone={() => setMade(undefined)} />}
        <Load of={staffLinks} placeholder={200}>
          {({ staffLinks: links }) => (
            <>
              {links.length > 0 && (
                <DataTable
                  label={t('staffLinks.title')}
                  rows={links}
                  keyOf={({ id }) => id}
                  columns={[
                    [t('staffLinks.name'), ({ name }) => name],
                    several && [t('staffLinks.exhibition'), ({ exhibition }) => exhibition?.name ?? '–'],
                    [t('staffLinks.approval'), (link) => t(`staffLinks.${link.approvesAtOnce ? 'atOnce' : 'waits'}`)],
                    [t('staffLinks.validity'), stateOf],
                    [t('staffLinks.made'), ({ createdAt, createdBy }) => `${createdBy}, ${dateTime(createdAt)}`],
                    [t('staffLinks.revoke'), (link) => (isValid(link) ? <Revoke link={link} /> : '–')],
                  ]}
                />
              )}
              <NewLink onMade={setMade} />
            </>
          )}
        </Load>
      </div>
    </>
  )
}

const Revoke = ({ link: { id, name } }: { readonly link: StaffLink }) => {
  const revoke = useAction({
    run: () => adminCall('PATCH /api/admin/staff-links/{id}', { params: { id }, body: { revoked: true } }),
    done: () => t('staffLinks.revokedNow', { name }),
    failed: t('staffLinks.notRevoked', { name }),
  })
  return (
    <ConfirmedButton title={t('staffLinks.revokeTitle', { name })} text={t('staffLinks.revokeText')} action={revoke}>
      {t('staffLinks.revoke')}
    </ConfirmedButton>
  )
}
