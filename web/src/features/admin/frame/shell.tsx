import { ActionIcon, Drawer } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { Notifications } from '@mantine/notifications'
import { IconMenu2 } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Announcer } from '#web/components/announcer.tsx'
import frame from '#web/components/pages/page-frame.module.css'
import { Wordmark } from '#web/components/wordmark.tsx'
import type { AdminUser } from '#web/features/admin/shared/auth/session.ts'
import { useLiveSite } from '#web/features/admin/shared/live-site.ts'
import { useLiveUpdates } from '#web/features/admin/shared/live-updates/use-live-updates.ts'
import { useTexts } from '#web/features/admin/texts/texts.ts'
import { Account } from './account.tsx'
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
      <header className={style.side}>
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
          <Account user={user} />
        </div>
      </header>
      <Drawer opened={open} onClose={menu.close} size={300} withCloseButton={false}>
        {/* The drawer's own head would be a second banner. */}
        <div className={style.drawerHead}>
          <Drawer.Title>{texts('nav.menu')}</Drawer.Title>
          <Drawer.CloseButton size={44} aria-label={texts('app.close')} />
        </div>
        <div className={style.drawer}>
          <Navigation user={user} onPick={menu.close} />
          <Account user={user} onPick={menu.close} />
        </div>
      </Drawer>
      <main id="content" className={style.content} tabIndex={-1}>
        {children}
      </main>
      <Notifications position="bottom-center" containerWidth={480} />
    </div>
  )
}
