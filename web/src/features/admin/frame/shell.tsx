import { ActionIcon, Drawer, Group, VisuallyHidden } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { Notifications } from '@mantine/notifications'
import {
  IconCalendarEvent,
  IconChecklist,
  IconDeviceTv,
  IconHistory,
  IconLayoutDashboard,
  IconLogout,
  IconMenu2,
  IconNews,
  IconPhotoShare,
  IconSettings,
  IconUserCircle,
  IconWorldOff,
  type TablerIcon,
} from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link, type LinkProps, useLocation } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { isAllowed, type SessionAccess } from '#contract/operation/access.ts'
import { Announcer } from '#web/components/announcer.tsx'
import { ColorSchemeSwitch } from '#web/components/color-scheme-switch.tsx'
import { LanguageSwitch } from '#web/components/language-switch.tsx'
import frame from '#web/components/pages/page-frame.module.css'
import { Wordmark } from '#web/components/wordmark.tsx'
import { useLogout } from '#web/features/admin/accounts/auth/own-password.tsx'
import type { AdminUser } from '#web/features/admin/shared/auth/session.ts'
import { useExhibitions } from '#web/features/admin/shared/exhibitions.ts'
import { useLiveSite } from '#web/features/admin/shared/live-site.ts'
import { useLiveUpdates } from '#web/features/admin/shared/live-updates/use-live-updates.ts'
import notices from '#web/features/admin/shared/notices.module.css'
import tabs from '#web/features/admin/shared/page/page-tabs.module.css'
import { logPages, settingsPages } from '#web/features/admin/shared/page/page-tabs.tsx'
import { groupCounts, openOf, takedowns } from '#web/features/admin/shared/queries.ts'
import { number } from '#web/features/admin/texts/dates.ts'
import type adminTexts from '#web/features/admin/texts/en.json'
import { t } from '#web/features/admin/texts/texts.ts'
import { ExhibitionSwitch } from './exhibition-switch.tsx'
import style from './shell.module.css'

/** Navigation at the side, in a drawer on narrow screens. */
export const Shell = ({ user, children }: { user: AdminUser; children: ReactNode }) => {
  const [open, menu] = useDisclosure(false)
  useLiveUpdates(user)
  return (
    <div className={style.shell}>
      <a className={`screen-only ${frame.skip}`} href="#content">
        {t('app.skip')}
      </a>
      <Announcer />
      <header className={style.side} data-side>
        <Head open={open} onMenu={menu.open} />
        <ExhibitionSwitch />
        <div className={style.wide}>
          <Navigation user={user} />
          <div className={notices.room} />
          <Account user={user} />
        </div>
      </header>
      <Drawer opened={open} onClose={menu.close} size={300} withCloseButton={false}>
        {/* The drawer's own head would be a second banner. */}
        <Group mb="md">
          <Drawer.Title>{t('nav.menu')}</Drawer.Title>
          <Drawer.CloseButton size={44} aria-label={t('app.close')} />
        </Group>
        <div className={`stack ${style.drawer}`}>
          <Navigation user={user} onPick={menu.close} />
          <Account user={user} onPick={menu.close} />
        </div>
      </Drawer>
      <main id="content" className={style.content} tabIndex={-1}>
        {children}
      </main>
      <Notifications position="top-left" className={notices.place} />
    </div>
  )
}

const Head = ({ open, onMenu }: { readonly open: boolean; readonly onMenu: () => void }) => {
  const { name } = useLiveSite()
  return (
    <div className={style.head}>
      <Wordmark reload name={name} />
      <ActionIcon className={style.menu} aria-label={t('nav.menu')} aria-expanded={open} onClick={onMenu}>
        <IconMenu2 size={22} />
      </ActionIcon>
    </div>
  )
}

/** Who is logged in, and the logout. */
const Account = ({ user, onPick }: { user: AdminUser; onPick?: () => void }) => {
  const logout = useLogout()
  return (
    <div className={style.account}>
      <Group justify="space-between" className={style.switches}>
        <LanguageSwitch />
        <ColorSchemeSwitch />
      </Group>
      <Link to="/admin/account" className={`finger-link ${style.name}`} {...(onPick && { onClick: onPick })}>
        <IconUserCircle size={24} stroke={1.6} aria-hidden="true" />
        <span className={style.who}>
          <strong>{user.username}</strong>
          <small>{t(`roles.${user.role}`)}</small>
        </span>
        <VisuallyHidden>{t('account.page')}</VisuallyHidden>
      </Link>
      <ActionIcon
        title={t('account.logout')}
        aria-label={t('account.logout')}
        loading={logout.isPending}
        onClick={() => logout.mutate()}
      >
        <IconLogout size={22} />
      </ActionIcon>
    </div>
  )
}

interface Item {
  readonly to: NonNullable<LinkProps['to']>
  readonly text: Exclude<keyof typeof adminTexts.nav, 'groups'>
  readonly icon: TablerIcon
  /** Only this page itself, not those below. */
  readonly exact?: boolean
  /** Who may see it (D26, D52). */
  readonly access: SessionAccess
  /** Only once there is a second exhibition (D83). */
  readonly ifSeveral?: boolean
  /** The tabs of the page. */
  readonly pages?: readonly { readonly to: string }[]
}

const belowSettings = [...settingsPages, { to: '/admin/staff-links' }]

const groups = {
  daily: [
    { to: '/admin/moderation', text: 'moderation', icon: IconChecklist, access: 'moderator' },
    { to: '/admin/press', text: 'press', icon: IconPhotoShare, access: 'moderator' },
    { to: '/admin/takedowns', text: 'takedowns', icon: IconWorldOff, access: 'moderator' },
  ],
  exhibition: [
    { to: '/admin/exhibitions', text: 'exhibitions', icon: IconCalendarEvent, access: 'admin', ifSeveral: true },
    { to: '/admin/screens', text: 'screens', icon: IconDeviceTv, access: 'admin' },
    { to: '/admin/poster', text: 'poster', icon: IconNews, access: 'moderator' },
  ],
  operation: [
    { to: '/admin', text: 'overview', icon: IconLayoutDashboard, exact: true, access: 'admin' },
    { to: '/admin/settings', text: 'settings', icon: IconSettings, access: 'admin', pages: belowSettings },
    { to: '/admin/deletion-log', text: 'logs', icon: IconHistory, access: 'auditor', pages: logPages },
  ],
} as const satisfies Readonly<Record<string, readonly Item[]>>

const Navigation = ({ user, onPick }: { user: AdminUser; onPick?: () => void }) => {
  const hasSeveral = useExhibitions().length > 0
  const isShown = ({ access, ifSeveral = false }: Item) => isAllowed(access, user.role) && (hasSeveral || !ifSeveral)
  return (
    <nav aria-label={t('nav.label')} className={`stack ${style.groups}`}>
      {(['daily', 'exhibition', 'operation'] as const).map((name) => {
        const shown: readonly Item[] = groups[name].filter(isShown)
        return (
          shown.length > 0 && (
            <section key={name} aria-labelledby={`nav-${name}`}>
              <h2 id={`nav-${name}`}>{t(`nav.groups.${name}`)}</h2>
              <ul className={`stack ${style.list}`}>
                {shown.map((item) => (
                  <Entry key={item.to} item={item} onPick={onPick} />
                ))}
              </ul>
            </section>
          )
        )
      })}
    </nav>
  )
}

const Entry = ({ item, onPick }: { readonly item: Item; readonly onPick: (() => void) | undefined }) => {
  const { to, text, icon: Icon, exact = false, pages = [] } = item
  const here = useLocation({ select: ({ pathname }) => pathname })
  const { data: counts } = useQuery({ ...groupCounts, enabled: text === 'moderation' })
  const { data: open } = useQuery({ ...takedowns, enabled: text === 'takedowns', select: openOf })
  const isHere = pages.some((page) => here.endsWith(page.to))
  return (
    <li>
      <Link
        to={to}
        className={`${tabs.tab} ${style.link}`}
        activeOptions={{ exact, includeSearch: false }}
        {...(isHere && { 'data-status': 'active' })}
        {...(onPick && { onClick: onPick })}
      >
        <Icon size={20} stroke={1.75} aria-hidden="true" />
        {t(`nav.${text}`)}
        {text === 'moderation' && <Count count={counts?.pending} text={t('nav.pending')} />}
        {text === 'takedowns' && <Count count={open} text={t('nav.toTakeDown')} />}
      </Link>
    </li>
  )
}

/** How many wait there; nothing for none. */
const Count = ({ count = 0, text }: { readonly count: number | undefined; readonly text: string }) =>
  count > 0 && (
    <span className={style.count}>
      {number(count)}
      <VisuallyHidden>{text}</VisuallyHidden>
    </span>
  )
