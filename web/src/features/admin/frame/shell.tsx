import { ActionIcon, Drawer, Group, VisuallyHidden } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { Notifications } from '@mantine/notifications'
import { IconLogout, IconMenu2, IconUserCircle } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Announcer } from '#web/components/announcer.tsx'
import { ColorSchemeSwitch } from '#web/components/color-scheme-switch.tsx'
import { LanguageSwitch } from '#web/components/language-switch.tsx'
import frame from '#web/components/pages/page-frame.module.css'
import { Wordmark } from '#web/components/wordmark.tsx'
import { useLogout } from '#web/features/admin/accounts/auth/use-logout.ts'
import type { AdminUser } from '#web/features/admin/shared/auth/session.ts'
import { useLiveSite } from '#web/features/admin/shared/live-site.ts'
import { useLiveUpdates } from '#web/features/admin/shared/live-updates/use-live-updates.ts'
import notices from '#web/features/admin/shared/notices.module.css'
import { useTexts } from '#web/features/admin/texts/texts.ts'
import { Navigation } from './navigation.tsx'
import style from './shell.module.css'

/** Navigation at the side, in a drawer on narrow screens. */
export const Shell = ({ user, children }: { user: AdminUser; children: ReactNode }) => {
  const { t } = useTranslation()
  const { t: texts } = useTexts()
  const [open, menu] = useDisclosure(false)
  const { name } = useLiveSite()
  useLiveUpdates(user)
  return (
    <div className={style.shell}>
      <a className={frame.skip} href="#content">
        {t('app.skip')}
      </a>
      <Announcer />
      <header className={style.side} data-side>
        <div className={style.head}>
          <Wordmark reload name={name} />
          <ActionIcon
            className={style.menu}
            variant="subtle"
            color="gray"
            size={44}
            aria-label={texts('nav.menu')}
            aria-expanded={open}
            onClick={menu.open}
          >
            <IconMenu2 size={22} />
          </ActionIcon>
        </div>
        <div className={style.wide}>
          <Navigation user={user} />
          <div className={notices.room} />
          <Account user={user} />
        </div>
      </header>
      <Drawer opened={open} onClose={menu.close} size={300} withCloseButton={false}>
        {/* The drawer's own head would be a second banner. */}
        <Group mb="md">
          <Drawer.Title>{texts('nav.menu')}</Drawer.Title>
          <Drawer.CloseButton size={44} aria-label={texts('app.close')} />
        </Group>
        <div className={style.drawer}>
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

/** Who is logged in, and the logout. */
const Account = ({ user, onPick }: { user: AdminUser; onPick?: () => void }) => {
  const { t } = useTexts()
  const logout = useLogout()
  return (
    <div className={style.account}>
      <Group justify="space-between" className={style.switches}>
        <LanguageSwitch />
        <ColorSchemeSwitch />
      </Group>
      <Link to="/admin/account" className={style.name} {...(onPick && { onClick: onPick })}>
        <IconUserCircle size={24} stroke={1.6} aria-hidden="true" />
        <span className={style.who}>
          <strong>{user.username}</strong>
          <span>{t(`roles.${user.role}`)}</span>
        </span>
        <VisuallyHidden>{t('account.page')}</VisuallyHidden>
      </Link>
      <ActionIcon
        size={44}
        variant="subtle"
        color="gray"
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
