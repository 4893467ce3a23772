import { VisuallyHidden } from '@mantine/core'
import { IconAlertCircle, IconCircleCheck } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { limits } from '#contract/limits.ts'
import { Section } from '#web/features/admin/shared/page/page.tsx'
import type { Overview } from '#web/features/admin/shared/queries.ts'
import { t } from '#web/features/admin/texts/texts.ts'
import { backupsQuery } from './backup-now.tsx'
import style from './checklist.module.css'
import { firstHour, type Item, itemOf } from './first-hour-items.tsx'

const mostToday = 5

/** What the exhibition needs today, what can wait, and what is done. */
export const Todos = ({ overview }: { readonly overview: Overview }) => {
  const made = useQuery(backupsQuery).data
  const items = [...newerSchema(overview), ...firstHour(overview, made), ...configured(overview)]
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

const Checklist = ({ items }: { readonly items: readonly Item[] }) => (
  <ul className={`stack ${style.list}`}>
    {items.map(({ done, title, text, more }) => (
      <li key={title} className="beside" data-done={done}>
        {done ? <IconCircleCheck size={22} aria-hidden="true" /> : <IconAlertCircle size={22} aria-hidden="true" />}
        <div>
          <p className={style.title}>
            {title}
            <VisuallyHidden>{t(done ? 'check.done' : 'check.open')}</VisuallyHidden>
          </p>
          <p className={`soft breakable ${style.text}`}>{text}</p>
          {more}
        </div>
      </li>
    ))}
  </ul>
)

/** Only where another replica has been updated already (D93). */
const newerSchema = ({ newerSchema: step, version }: Overview): readonly Item[] =>
  step === null ? [] : [itemOf(false, 'newerSchema', { version, step })]

/** How the service is set up, with the variable that changes it. */
const configured = (overview: Overview): readonly Item[] => {
  const { hostRestriction, sessionSecret, storage, uploadRateLimit: limit, passwordMinStrength: strength } = overview
  const { enabled, publicHost, internalHost } = hostRestriction
  const hosts = { public: publicHost ?? '–', internal: internalHost ?? '–' }
  const hasSecret = sessionSecret === 'configured'
  const places = `${t(`check.database.${storage.database}`)} ${t(`check.files.${storage.files}`)}`
  return [
    itemOf(enabled, enabled ? 'hosts' : 'noHosts', hosts),
    itemOf(limit !== null, limit === null ? 'noUploadLimit' : 'uploadLimit', { limit, ...hosts }),
    ...sharedAddresses(overview),
    itemOf(strength > 0, strength > 0 ? 'passwords' : 'weakPasswords', { strength }),
    itemOf(hasSecret, hasSecret ? 'secret' : 'generatedSecret'),
    storage.isFull
      ? { ...itemOf(false, 'diskFull'), urgent: true }
      : { done: true, title: t('check.storage'), text: places },
    { done: true, title: t('check.retention', { count: overview.retentionDays }), text: t('check.retentionText') },
  ]
}

const sharedAddresses = ({ sharedAddresses: found }: Overview): readonly Item[] => {
  const words = { networks: found.join(', '), limit: limits.linksOfSharedAddress }
  return found.length === 0 ? [] : [itemOf(false, 'sharedAddress', words)]
}
