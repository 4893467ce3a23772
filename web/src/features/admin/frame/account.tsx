import { Button, VisuallyHidden } from '@mantine/core'
import { IconLogout, IconUserCircle } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { ColorSchemeSwitch } from '#web/components/color-scheme-switch.tsx'
import { LanguageSwitch } from '#web/components/language-switch.tsx'
import { useLogout } from '#web/features/admin/accounts/auth/use-logout.ts'
import type { AdminUser } from '#web/features/admin/shared/auth/session.ts'
import { useTexts } from '#web/features/admin/texts/texts.ts'
import style from './account.module.css'

/** Who is logged in, and the logout. */
export const Account = ({ user, onPick }: { user: AdminUser; onPick?: () => void }) => {
  const { t } = useTexts()
  const logout = useLogout()
  return (
    <div className={style.account}>
      <div className={style.switches}>
        <LanguageSwitch />
        <ColorSchemeSwitch />
      </div>
      <Link to="/admin/account" className={style.name} {...(onPick && { onClick: onPick })}>
        <IconUserCircle size={24} stroke={1.6} aria-hidden="true" />
        <span className={style.who}>
          <strong>{user.username}</strong>
          <span>{t(`roles.${user.role}`)}</span>
        </span>
        <VisuallyHidden>{t('account.page')}</VisuallyHidden>
      </Link>
      <Button
        variant="default"
        h={44}
        leftSection={<IconLogout size={18} />}
        loading={logout.isPending}
        onClick={() => logout.mutate()}
      >
        {t('account.logout')}
      </Button>
    </div>
  )
}
