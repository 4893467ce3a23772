import {
  IconPlayerPause,
  IconPlayerPlay,
  IconPlayerSkipForward,
  IconReload,
  IconSettings,
  type TablerIcon,
} from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import type { screenCommands } from '#contract/screens.ts'
import { ActionButton } from '#web/features/admin/shared/action-button.tsx'
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
    <li className={`${section.section} ${section.paper} ${style.card}`}>
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
  const button = (command: Command, Icon: TablerIcon) => (
    <ActionButton Icon={Icon} disabled={send.isPending} onClick={() => send.mutate(command)}>
      {t(`screens.command.${command}`)}
    </ActionButton>
  )
  return (
    <div className={section.actions}>
      {paused ? button('resume', IconPlayerPlay) : button('pause', IconPlayerPause)}
      {button('skip', IconPlayerSkipForward)}
      {button('reload', IconReload)}
      <ActionButton Icon={IconSettings} onClick={onSettings}>
        {t('screens.settings')}
      </ActionButton>
    </div>
  )
}
