import { VisuallyHidden } from '@mantine/core'
import { IconAlertCircle, IconCircleCheck } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { limits } from '#contract/limits.ts'
import { Section } from '#web/features/admin/shared/page/page.tsx'
import type { Overview } from '#web/features/admin/shared/queries.ts'
import { useTexts } from '#web/features/admin/texts/texts.ts'
import { backupsQuery } from './backup-now.tsx'
import style from './checklist.module.css'
import { firstHour, type Item, type T } from './first-hour-items.tsx'

const mostToday = 5

/** What the exhibition needs today, what can wait, and what is done. */
export const Todos = ({ overview }: { readonly overview: Overview }) => {
  const { t } = useTexts()
  const made = useQuery(backupsQuery).data
  const items = [...newerSchema(t, overview), ...firstHour(t, overview, made), ...configured(t, overview)]
  const open = items.filter(({ done }) => !done).toSorted((a, b) => Number(!a.urgent) - Number(!b.urgent))
  const parts = { today: open.slice(0, mostToday), later: open.slice(mostToday) }
  return (
    <>
      {(['today', 'later'] as const).map(
        (when) =>
          parts[when].length > 0 && (
            <Section key={when} id={when} title={t(`overview.${when}`)}>
              <Checklist items={parts[when]} />
            </Section>
          ),
      )}
      <details className={style.done}>
        <summary>{t('overview.done', { count: items.length - open.length })}</summary>
        <Checklist items={items.filter(({ done }) => done)} />
      </details>
    </>
  )
}

const Checklist = ({ items }: { readonly items: readonly Item[] }) => {
  const { t } = useTexts()
  return (
    <ul className={`stack ${style.list}`}>
      {items.map(({ done, title, text, more }) => (
        <li key={title} data-done={done}>
          {done ? <IconCircleCheck size={22} aria-hidden="true" /> : <IconAlertCircle size={22} aria-hidden="true" />}
          <div>
            <p className={style.title}>
              {title}
              <VisuallyHidden>{t(done ? 'check.done' : 'check.open')}</VisuallyHidden>
            </p>
            <p className={style.text}>{text}</p>
            {more}
          </div>
        </li>
      ))}
    </ul>
  )
}

/** Only where another replica has been updated already (D93). */
const newerSchema = (t: T, { newerSchema: step, version }: Overview): readonly Item[] =>
  step === null
    ? []
    : [{ done: false, title: t('check.newerSchema'), text: t('check.newerSchemaText', { version, step }) }]

/** How the service is set up, with the variable that changes it. */
const configured = (t: T, overview: Overview): readonly Item[] => {
  const { hostRestriction: hosts, sessionSecret, storage, retentionDays } = overview
  return [
    {
      done: hosts.enabled,
      title: t(hosts.enabled ? 'check.hosts' : 'check.noHosts'),
      text: hosts.enabled
        ? t('check.hostsText', { public: hosts.publicHost ?? '–', internal: hosts.internalHost ?? '–' })
        : t('check.noHostsText'),
    },
    uploadLimit(t, overview),
    ...sharedAddresses(t, overview),
    passwords(t, overview),
    {
      done: sessionSecret === 'configured',
      title: t(sessionSecret === 'configured' ? 'check.secret' : 'check.generatedSecret'),
      text: t(sessionSecret === 'configured' ? 'check.secretText' : 'check.generatedSecretText'),
    },
    storage.isFull
      ? { done: false, urgent: true, title: t('check.diskFull'), text: t('check.diskFullText') }
      : {
          done: true,
          title: t('check.storage'),
          text: `${t(`check.database.${storage.database}`)} ${t(`check.files.${storage.files}`)}`,
        },
    { done: true, title: t('check.retention', { count: retentionDays }), text: t('check.retentionText') },
  ]
}

const uploadLimit = (t: T, { uploadRateLimit, hostRestriction: { internalHost } }: Overview): Item => {
  if (uploadRateLimit === null)
    return { done: false, title: t('check.noUploadLimit'), text: t('check.noUploadLimitText') }
  const text = t('check.uploadLimitText', { limit: uploadRateLimit, internal: internalHost ?? '–' })
  return { done: true, title: t('check.uploadLimit'), text }
}

const sharedAddresses = (t: T, { sharedAddresses: found }: Overview): readonly Item[] => {
  if (found.length === 0) return []
  const words = { networks: found.join(', '), limit: limits.linksOfSharedAddress }
  return [{ done: false, title: t('check.sharedAddress'), text: t('check.sharedAddressText', words) }]
}

const passwords = (t: T, { passwordMinStrength: strength }: Overview): Item => {
  const done = strength > 0
  if (!done) return { done, title: t('check.weakPasswords'), text: t('check.weakPasswordsText') }
  return { done, title: t('check.passwords'), text: t('check.passwordsText', { strength }) }
}
