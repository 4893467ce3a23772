import { ActionIcon, Switch } from '@mantine/core'
import { IconArrowDown, IconArrowUp, IconPencil } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import type { Answer, Input } from '#web/api/client.ts'
import { announce } from '#web/components/announcer.tsx'
import { adminCall } from '#web/features/admin/shared/admin-call.ts'
import { useAction } from '#web/features/admin/shared/use-action.ts'
import { t } from '#web/features/admin/texts/texts.ts'
import style from './page.module.css'

export type Platform = Answer<'GET /api/admin/social-media/platforms'>[number]

type PlatformChange = Input<'PATCH /api/admin/social-media/platforms/{id}'>['body']

/** Changes one platform; `done` is what it says afterwards. */
export const useChangePlatform = (id: number, done?: string) =>
  useAction({
    run: (body: PlatformChange) => adminCall('PATCH /api/admin/social-media/platforms/{id}', { params: { id }, body }),
    done: () => done,
    failed: t('settings.failed'),
  })

interface PlatformRowProps {
  readonly platform: Platform
  /** From 1. */
  readonly place: { readonly n: number; readonly count: number }
  readonly onEdit: (platform: Platform) => void
}

export const PlatformRow = ({ platform, place: { n, count }, onEdit }: PlatformRowProps) => {
  const { platform_id: id, display_name: name } = platform
  const change = useChangePlatform(id, t('settings.saved'))
  const move = useChangePlatform(id)
  // Moving an element in the document takes the focus from it; keepFocus gives it back.
  const moveTo = (position: number) => () => {
    if (position < 1 || position > count || move.isPending) return
    const moved = t('settings.platformMoved', { name, n: position, total: count })
    move.mutate({ position }, { onSuccess: () => announce(moved) })
  }
  const moveButton = (text: 'settings.platformUp' | 'settings.platformDown', to: number, icon: ReactNode) => (
    <ActionIcon aria-label={t(text, { name })} aria-disabled={to < 1 || to > count} onClick={moveTo(to)}>
      {icon}
    </ActionIcon>
  )
  return (
    <li className={style.platform}>
      <Switch
        label={name}
        checked={platform.is_active}
        onChange={(event) => change.mutate({ is_active: event.currentTarget.checked })}
      />
      {moveButton('settings.platformUp', n - 1, <IconArrowUp size={18} />)}
      {moveButton('settings.platformDown', n + 1, <IconArrowDown size={18} />)}
      <ActionIcon color="reseda" aria-label={t('settings.editPlatform', { name })} onClick={() => onEdit(platform)}>
        <IconPencil size={18} />
      </ActionIcon>
    </li>
  )
}
