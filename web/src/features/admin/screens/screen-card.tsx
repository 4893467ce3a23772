import { Button } from '@mantine/core'
import { IconPlayerPause, IconPlayerPlay, IconPlayerSkipForward, IconReload, IconSettings } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import type { screenCommands } from '#contract/screens.ts'
import { adminCall } from '#web/features/admin/shared/admin-call.ts'
import section from '#web/features/admin/shared/section.module.css'
import { useAction } from '#web/features/admin/shared/use-action.ts'
import { dateTime } from '#web/features/admin/texts/dates.ts'
import { useTexts } from '#web/features/admin/texts/texts.ts'
import style from './page.module.css'
import { ScreenDialog } from './screen-dialog.tsx'
import { ScreenPreview } from './screen-preview.tsx'
import type { Screen } from './screens-query.ts'

const stateOf = ({ isOpen, isSilent, paused }: Screen) => {
  if (!isOpen) return 'closed'
  if (isSilent) return 'silent'
  return paused ? 'paused' : 'running'
}

/** One screen: what it shows now, its state, and commands to it. */
export const ScreenCard = ({ screen }: { readonly screen: Screen }) => {
  const { t } = useTexts()
  const [open, setOpen] = useState(false)
  const { name, groupId, lastSeenAt, version } = screen
  const state = stateOf(screen)
  return (
    <li className={style.card}>
      <h2>{name}</h2>
      <ScreenPreview settings={screen.settings} previewPath={screen.previewPath} isOff={state === 'closed'} />
      <p className={style.state} data-state={state}>
        {t(`screens.state.${state}`, { time: dateTime(lastSeenAt) })}
      </p>
      <p className={section.soft}>
        {groupId === null ? (
          t('screens.noPhoto')
        ) : (
          <Link to="/admin/moderation/$groupId" params={{ groupId }}>
            {t('screens.shownGroup')}
          </Link>
        )}
        {version !== null && ` · ${t('screens.lastSeen', { time: dateTime(lastSeenAt) })}`}
      </p>
      <Commands screen={screen} onSettings={() => setOpen(true)} />
      {open && <ScreenDialog screen={screen} onClose={() => setOpen(false)} />}
    </li>
  )
}

type Command = (typeof screenCommands)[number]

const Commands = ({ screen: { id, name, paused }, onSettings }: { screen: Screen; onSettings: () => void }) => {
  const { t } = useTexts()
  const send = useAction({
    run: (command: Command) =>
      adminCall('POST /api/admin/screens/{id}/commands', { params: { id: String(id) }, body: { command } }),
    done: () => t('screens.sent', { name }),
    failed: t('screens.notSent', { name }),
  })
  const button = (command: Command, icon: ReactNode) => (
    <Button h={44} variant="default" leftSection={icon} disabled={send.isPending} onClick={() => send.mutate(command)}>
      {t(`screens.command.${command}`)}
    </Button>
  )
  return (
    <div className={section.actions}>
      {paused
        ? button('resume', <IconPlayerPlay size={18} aria-hidden="true" />)
        : button('pause', <IconPlayerPause size={18} aria-hidden="true" />)}
      {button('skip', <IconPlayerSkipForward size={18} aria-hidden="true" />)}
      {button('reload', <IconReload size={18} aria-hidden="true" />)}
      <Button h={44} variant="default" leftSection={<IconSettings size={18} aria-hidden="true" />} onClick={onSettings}>
        {t('screens.settings')}
      </Button>
    </div>
  )
}
