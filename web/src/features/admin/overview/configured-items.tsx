import type { Overview } from '#web/features/admin/shared/queries.ts'
import type { useTexts } from '#web/features/admin/texts/texts.ts'
import type { Item } from './checklist-item.ts'

type T = ReturnType<typeof useTexts>['t']

/** How the service is set up, with the variable that changes it. */
export const configured = (t: T, overview: Overview): readonly Item[] => {
  const { hostRestriction: hosts, sessionSecret, storage, retentionDays } = overview
  return [
    {
      done: hosts.enabled,
      title: t(hosts.enabled ? 'check.hosts' : 'check.noHosts'),
      text: hosts.enabled
        ? t('check.hostsText', { public: hosts.publicHost ?? '–', internal: hosts.internalHost ?? '–' })
        : t('check.noHostsText'),
    },
    {
      done: sessionSecret === 'configured',
      title: t(sessionSecret === 'configured' ? 'check.secret' : 'check.generatedSecret'),
      text: t(sessionSecret === 'configured' ? 'check.secretText' : 'check.generatedSecretText'),
    },
    {
      done: true,
      title: t('check.storage'),
      text: `${t(`check.database.${storage.database}`)} ${t(`check.files.${storage.files}`)}`,
    },
    { done: true, title: t('check.retention', { count: retentionDays }), text: t('check.retentionText') },
  ]
}
