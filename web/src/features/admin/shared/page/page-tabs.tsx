import { Link, type LinkProps, useLocation } from '@tanstack/react-router'
import { type ReactNode, useEffect, useRef } from 'react'
import { isAllowed, type SessionAccess } from '#contract/operation/access.ts'
import { useAdmin } from '#web/features/admin/shared/auth/session.ts'
import type adminTexts from '#web/features/admin/texts/en.json'
import { t } from '#web/features/admin/texts/texts.ts'
import { settingsTabs } from './page-search.ts'
import style from './page-tabs.module.css'

interface PageTab {
  readonly to: NonNullable<LinkProps['to']>
  readonly text: Exclude<keyof typeof adminTexts.nav, 'groups'>
  /** Everybody who sees the others, unless it says who. */
  readonly access?: SessionAccess
}

export const logPages = [
  { to: '/admin/deletion-log', text: 'deletionLog' },
  { to: '/admin/audit-log', text: 'auditLog' },
  { to: '/admin/admin-audit', text: 'adminAudit', access: 'oversight' },
  { to: '/admin/consents', text: 'consents', access: 'moderator' },
] as const satisfies readonly PageTab[]

export const settingsPages = [
  { to: '/admin/accounts', text: 'accounts' },
  { to: '/admin/rate-limits', text: 'rateLimits' },
] as const satisfies readonly PageTab[]

interface PageTabsProps {
  readonly label: string
  readonly pages: readonly PageTab[]
  /** Before the pages. */
  readonly children?: ReactNode
}

/** Pages that share an entry of the navigation. */
const PageTabs = ({ label, pages, children }: PageTabsProps) => {
  const role = useAdmin()?.role
  const href = useLocation({ select: (location) => location.href })
  const tabs = useRef<HTMLElement>(null)
  // They are one row on a phone, which scrolls.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the address says which tab is active
  useEffect(() => {
    tabs.current?.querySelector('[data-status="active"]')?.scrollIntoView({ block: 'nearest', inline: 'center' })
  }, [href])
  const shown = pages.filter(({ access = 'auditor' }) => role !== undefined && isAllowed(access, role))
  return (
    <nav ref={tabs} aria-label={label} className={style.tabs}>
      {children}
      {shown.map(({ to, text }) => (
        <Link key={to} to={to} className={style.tab} activeOptions={{ includeSearch: false }}>
          {t(`nav.${text}`)}
        </Link>
      ))}
    </nav>
  )
}

export const SettingsTabs = () => (
  <PageTabs label={t('nav.settings')} pages={settingsPages}>
    {settingsTabs.map((tab) => (
      <Link
        key={tab}
        to="/admin/settings"
        search={tab === 'look' ? {} : { tab }}
        className={style.tab}
        activeOptions={{ exact: true }}
      >
        {t(`settings.tabs.${tab}`)}
      </Link>
    ))}
  </PageTabs>
)

export const LogTabs = () => <PageTabs label={t('nav.logs')} pages={logPages} />
