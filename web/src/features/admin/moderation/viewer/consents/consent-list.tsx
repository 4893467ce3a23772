import { Button, Group } from '@mantine/core'
import { IconPrinter } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { withBasePath } from '#web/api/base-path.ts'
import { type AdminGroup, consentHistory } from '#web/features/admin/moderation/session/groups.ts'
import { allPlatforms } from '#web/features/admin/shared/queries.ts'
import { dateTime } from '#web/features/admin/texts/dates.ts'
import { useTexts } from '#web/features/admin/texts/texts.ts'
import style from './consent-list.module.css'
import { EditConsents } from './edit-consents.tsx'

interface ConsentListProps {
  readonly group: AdminGroup
}

/** What was agreed to, and how it came about. */
export const ConsentList = ({ group }: ConsentListProps) => (
  <>
    <Current group={group} />
    <Group gap={8}>
      <EditConsents group={group} />
      <Proof groupId={group.groupId} />
    </Group>
    <History groupId={group.groupId} />
  </>
)

const Current = ({ group }: ConsentListProps) => {
  const { t } = useTexts()
  const { display_in_workshop: shown, workshopRevokedTimestamp: revokedAt } = group
  const workshop = {
    displayName: t('consents.workshop'),
    given: shown,
    at: shown ? group.consent_timestamp : revokedAt,
    revoked: revokedAt !== null,
  }
  const platforms = group.socialMediaConsents
    .filter(({ consented }) => consented)
    .map(({ displayName, revoked, revokedTimestamp, consentTimestamp }) => {
      return { displayName, given: !revoked, at: revoked ? revokedTimestamp : consentTimestamp, revoked }
    })
  return (
    <dl className={style.now}>
      {[workshop, ...platforms].map(({ displayName, given, at, revoked }) => (
        <div key={displayName}>
          <dt>{displayName}</dt>
          <dd data-given={given}>
            <strong>{t(given ? 'consents.given' : revoked ? 'consents.revoked' : 'consents.none')}</strong>
            {at && <span>{dateTime(at)}</span>}
          </dd>
        </div>
      ))}
    </dl>
  )
}

const History = ({ groupId }: Pick<AdminGroup, 'groupId'>) => {
  const { t } = useTexts()
  const { data } = useQuery(consentHistory(groupId))
  const { data: platforms = [] } = useQuery(allPlatforms)
  const shownName = (name: string) => platforms.find((one) => one.platform_name === name)?.display_name ?? name
  if (!data || data.history.length === 0) return null
  return (
    <details className={style.history}>
      <summary>{t('consents.history', { count: data.total })}</summary>
      <ol>
        {data.history.map(({ id, platformName, action, timestamp, source, username, wording }) => (
          <li key={id}>
            <p>
              <strong>{platformName === null ? t('consents.workshop') : shownName(platformName)}</strong>:{' '}
              {t(`consents.action.${action}`)}
            </p>
            <p className={style.how}>
              {dateTime(timestamp)} · {t(`consents.source.${source}`, { name: username ?? '–' })}
            </p>
            {wording && <p className={style.how}>{t('consents.wording', { text: wording })}</p>}
          </li>
        ))}
      </ol>
    </details>
  )
}

/** A page to print: what was agreed to, in which words, by whom (D74). */
const Proof = ({ groupId }: Pick<AdminGroup, 'groupId'>) => {
  const { t, i18n } = useTexts()
  return (
    <Button
      component="a"
      href={withBasePath(
        `/api/admin/groups/${groupId}/consents/proof?format=html&language=${i18n.resolvedLanguage ?? 'en'}`,
      )}
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
