import { limits } from '#contract/limits.ts'
import type { Overview } from '#web/features/admin/shared/queries.ts'
import type { useTexts } from '#web/features/admin/texts/texts.ts'
import type { Item } from './first-hour-items.tsx'

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
    uploadLimit(t, overview),
    ...sharedAddresses(t, overview),
    passwords(t, overview),
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
