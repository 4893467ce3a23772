import { VisuallyHidden } from '@mantine/core'
import {
  IconChecklist,
  IconDatabase,
  IconDeviceTv,
  IconEraser,
  IconLayoutDashboard,
  IconListSearch,
  IconNews,
  IconPhotoShare,
  IconPresentation,
  IconSettings,
  IconShieldLock,
  IconSignature,
  IconTrash,
  IconUserSearch,
  IconUsers,
  IconWorldOff,
  type TablerIcon,
} from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link, type LinkProps } from '@tanstack/react-router'
import type { Role } from '#contract/operation/access.ts'
import { withBasePath } from '#web/api/base-path.ts'
import type { AdminUser } from '#web/features/admin/shared/auth/session.ts'
import { groupCounts } from '#web/features/admin/shared/queries.ts'
import { openOf, takedowns } from '#web/features/admin/shared/takedowns.ts'
import { number } from '#web/features/admin/texts/dates.ts'
import type adminTexts from '#web/features/admin/texts/en.json'
import { useTexts } from '#web/features/admin/texts/texts.ts'
import style from './navigation.module.css'

interface Item {
  readonly to: NonNullable<LinkProps['to']>
  readonly text: keyof typeof adminTexts.nav
  readonly icon: TablerIcon
  /** Only this page itself, not those below. */
  readonly exact?: boolean
  /** Who may see it (D26, D52). */
  readonly roles: readonly Role[]
}

const every: readonly Role[] = ['admin', 'moderator', 'auditor']
const moderating: readonly Role[] = ['admin', 'moderator']
const administering: readonly Role[] = ['admin']
const overseeing: readonly Role[] = ['admin', 'auditor']

const items: readonly Item[] = [
  { to: '/admin', text: 'overview', icon: IconLayoutDashboard, exact: true, roles: administering },
  { to: '/admin/moderation', text: 'moderation', icon: IconChecklist, roles: moderating },
  { to: '/admin/consents', text: 'consents', icon: IconSignature, roles: moderating },
  { to: '/admin/press', text: 'press', icon: IconPhotoShare, roles: moderating },
  { to: '/admin/takedowns', text: 'takedowns', icon: IconWorldOff, roles: moderating },
  { to: '/admin/cleanup', text: 'cleanup', icon: IconEraser, roles: administering },
  { to: '/admin/rate-limits', text: 'rateLimits', icon: IconShieldLock, roles: administering },
  { to: '/admin/storage-migration', text: 'storageMigration', icon: IconDatabase, roles: administering },
  { to: '/admin/poster', text: 'poster', icon: IconNews, roles: moderating },
  { to: '/admin/screens', text: 'screens', icon: IconDeviceTv, roles: administering },
  { to: '/admin/settings', text: 'settings', icon: IconSettings, roles: administering },
  { to: '/admin/accounts', text: 'accounts', icon: IconUsers, roles: administering },
  { to: '/admin/deletion-log', text: 'deletionLog', icon: IconTrash, roles: every },
  { to: '/admin/audit-log', text: 'auditLog', icon: IconListSearch, roles: every },
  { to: '/admin/admin-audit', text: 'adminAudit', icon: IconUserSearch, roles: overseeing },
]

export const Navigation = ({ user, onPick }: { user: AdminUser; onPick?: () => void }) => {
  const { t } = useTexts()
  const { data: counts } = useQuery({ ...groupCounts, enabled: moderating.includes(user.role) })
  const { data: open } = useQuery({ ...takedowns, enabled: moderating.includes(user.role), select: openOf })
  const shown = items.filter(({ roles }) => roles.includes(user.role))
  return (
    <nav aria-label={t('nav.label')}>
      <ul className={style.list}>
        {shown.map(({ to, text, icon: Icon, exact = false }) => (
          <li key={to}>
            <Link to={to} className={style.link} activeOptions={{ exact, includeSearch: false }} onClick={onPick}>
              <Icon size={20} stroke={1.75} aria-hidden="true" />
              {t(`nav.${text}`)}
              {to === '/admin/moderation' && <Count count={counts?.pending} text={t('nav.pending')} />}
              {to === '/admin/takedowns' && <Count count={open} text={t('nav.toTakeDown')} />}
            </Link>
          </li>
        ))}
        <li>
          <a className={style.link} href={withBasePath('/slideshow')}>
            <IconPresentation size={20} stroke={1.75} aria-hidden="true" />
            {t('nav.slideshow')}
          </a>
        </li>
      </ul>
    </nav>
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
