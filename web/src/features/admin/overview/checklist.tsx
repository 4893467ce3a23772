import { VisuallyHidden } from '@mantine/core'
import { IconAlertCircle, IconCircleCheck } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import type { Overview } from '#web/features/admin/shared/queries.ts'
import { useTexts } from '#web/features/admin/texts/texts.ts'
import style from './checklist.module.css'
import { MessengerTest } from './messenger-test.tsx'

interface Item {
  readonly done: boolean
  readonly title: string
  readonly text: string
  readonly more?: ReactNode
}

/** What is configured and what is not, with the variable that changes it. */
export const Checklist = ({ overview }: { overview: Overview }) => {
  const { t } = useTexts()
  const { hostRestriction: hosts, messenger, sessionSecret, siteUrl, storage, retentionDays } = overview
  const items: readonly Item[] = [
    { done: true, title: t('check.admin'), text: t('check.adminText') },
    {
      done: hosts.enabled,
      title: t(hosts.enabled ? 'check.hosts' : 'check.noHosts'),
      text: hosts.enabled
        ? t('check.hostsText', { public: hosts.publicHost ?? '–', internal: hosts.internalHost ?? '–' })
        : t('check.noHostsText'),
    },
    {
      done: messenger.configured,
      title: t(messenger.configured ? 'check.messenger' : 'check.noMessenger'),
      text: messenger.configured
        ? t('check.messengerText', {
            channels: messenger.channels.map((each) => t(`check.channels.${each}`)).join(', '),
          })
        : t('check.noMessengerText'),
      more: messenger.configured && <MessengerTest />,
    },
    {
      done: sessionSecret === 'configured',
      title: t(sessionSecret === 'configured' ? 'check.secret' : 'check.generatedSecret'),
      text: t(sessionSecret === 'configured' ? 'check.secretText' : 'check.generatedSecretText'),
    },
    {
      done: siteUrl !== null,
      title: t(siteUrl === null ? 'check.noSiteUrl' : 'check.siteUrl'),
      text: siteUrl ?? t('check.noSiteUrlText'),
    },
    {
      done: true,
      title: t('check.storage'),
      text: `${t(`check.database.${storage.database}`)} ${t(`check.files.${storage.files}`)}`,
    },
    { done: true, title: t('check.retention', { count: retentionDays }), text: t('check.retentionText') },
  ]
  return (
    <ul className={style.list}>
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
      <li data-done={false}>
        <IconAlertCircle size={22} aria-hidden="true" />
        <div>
          <p className={style.title}>{t('check.backups')}</p>
          <p className={style.text}>{t(`check.backupsText.${storage.database}`)}</p>
        </div>
      </li>
    </ul>
  )
}
