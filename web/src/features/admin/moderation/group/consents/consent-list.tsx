import { Button } from '@mantine/core'
import { IconPrinter } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { onSite } from '#web/api/base-path.ts'
import { type AdminGroup, consentHistory } from '#web/features/admin/moderation/group/group-queries.ts'
import { allPlatforms } from '#web/features/admin/shared/queries.ts'
import { dateTime } from '#web/features/admin/texts/dates.ts'
import { useTexts } from '#web/features/admin/texts/texts.ts'
import style from './consent-list.module.css'
import { EditConsents } from './edit-consents.tsx'

/** What was agreed to, and how it came about. */
export const ConsentList = ({ group }: { group: AdminGroup }) => {
  const { t } = useTexts()
  const { data } = useQuery(consentHistory(group.groupId))
  const { data: platforms = [] } = useQuery(allPlatforms)
  const shownName = (name: string) => platforms.find((one) => one.platform_name === name)?.display_name ?? name
  const now = [
    {
      name: t('consents.workshop'),
      given: group.display_in_workshop,
      at: group.display_in_workshop ? group.consent_timestamp : group.workshopRevokedTimestamp,
      revoked: group.workshopRevokedTimestamp !== null,
    },
    ...group.socialMediaConsents
      .filter(({ consented }) => consented)
      .map((one) => ({
        name: one.displayName,
        given: !one.revoked,
        at: one.revoked ? one.revokedTimestamp : one.consentTimestamp,
        revoked: one.revoked,
      })),
  ]
  return (
    <>
      <dl className={style.now}>
        {now.map(({ name, given, at, revoked }) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd data-given={given}>
              <strong>{t(given ? 'consents.given' : revoked ? 'consents.revoked' : 'consents.none')}</strong>
              {at && <span>{dateTime(at)}</span>}
            </dd>
          </div>
        ))}
      </dl>
      <div className={style.actions}>
        <EditConsents group={group} />
        <Proof groupId={group.groupId} />
      </div>
      {data && data.history.length > 0 && (
        <details className={style.history}>
          <summary>{t('consents.history', { count: data.total })}</summary>
          <ol>
            {data.history.map((change) => (
              <li key={change.id}>
                <p>
                  <strong>
                    {change.platformName === null ? t('consents.workshop') : shownName(change.platformName)}
                  </strong>
                  : {t(`consents.action.${change.action}`)}
                </p>
                <p className={style.how}>
                  {dateTime(change.timestamp)} ·{' '}
                  {t(`consents.source.${change.source}`, { name: change.username ?? '–' })}
                </p>
                {change.wording && <p className={style.how}>{t('consents.wording', { text: change.wording })}</p>}
              </li>
            ))}
          </ol>
        </details>
      )}
    </>
  )
}

/** A page to print: what was agreed to, in which words, by whom (D74). */
const Proof = ({ groupId }: { readonly groupId: string }) => {
  const { t, i18n } = useTexts()
  return (
    <Button
      component="a"
      href={onSite(`/api/admin/groups/${groupId}/consents/proof?format=html&language=${i18n.resolvedLanguage ?? 'en'}`)}
      target="_blank"
      rel="noreferrer"
      h={44}
      variant="default"
      leftSection={<IconPrinter size={18} />}
    >
      {t('consents.proof')}
    </Button>
  )
}
