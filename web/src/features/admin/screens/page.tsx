import { TextInput } from '@mantine/core'
import {
  IconPlayerPause,
  IconPlayerPlay,
  IconPlayerSkipForward,
  IconPresentation,
  IconReload,
  IconSettings,
  type TablerIcon,
} from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { limits } from '#contract/limits.ts'
import type { screenCommands } from '#contract/screens.ts'
import { withBasePath } from '#web/api/base-path.ts'
import { ActionButton, LinkButton } from '#web/features/admin/shared/action-button.tsx'
import { adminCall } from '#web/features/admin/shared/admin-call.ts'
import { Form } from '#web/features/admin/shared/form/form.tsx'
import { createFields } from '#web/features/admin/shared/form/typed.ts'
import { Load, PageTitle, Section } from '#web/features/admin/shared/page/page.tsx'
import { useAction } from '#web/features/admin/shared/use-action.ts'
import { dateTime } from '#web/features/admin/texts/dates.ts'
import { t } from '#web/features/admin/texts/texts.ts'
import style from './page.module.css'
import { ScreenDialog } from './screen-dialog.tsx'
import { ScreenPreview } from './screen-preview.tsx'
import { type Screen, screensQuery } from './screens-query.ts'

/** The screens with a name: what they show, and commands to them. */
export const ScreensPage = () => (
  <>
    <PageTitle title={t('nav.screens')} text={t('screens.text')}>
      <LinkButton Icon={IconPresentation} href={withBasePath('/slideshow')}>
        {t('screens.slideshow')}
      </LinkButton>
    </PageTitle>
    <div className="page-sections">
      <Load of={screensQuery} placeholder={200}>
        {({ screens }) => (
          <>
            {screens.length > 0 && (
              <ul className={style.list}>
                {screens.map((screen) => (
                  <ScreenCard key={screen.id} screen={screen} />
                ))}
              </ul>
            )}
            <PairScreen isFirst={screens.length === 0} />
          </>
        )}
      </Load>
    </div>
  </>
)

const useFields = createFields({ code: '', name: '' })

/** The form with the screen's code and its new name. */
const PairScreen = ({ isFirst }: { readonly isFirst: boolean }) => {
  const [input, set, clear] = useFields()
  const pair = useAction({
    run: () => adminCall('POST /api/admin/screens', { body: input }),
    onDone: clear,
    done: ({ screen }) => t('screens.paired', { name: screen.name }),
  })
  return (
    <Section id="pair" title={t(isFirst ? 'screens.pairFirst' : 'screens.pair')}>
      <Form autoComplete="off" submit={t('screens.pairNow')} action={pair} onSubmit={pair.mutate}>
        <ol className={style.steps}>
          <li>{t('screens.step1')}</li>
          <li>{t('screens.step2')}</li>
        </ol>
        <div className="fields">
          <TextInput
            className={style.code}
            label={t('screens.code')}
            value={input.code}
            maxLength={50}
            required
            spellCheck={false}
            autoCapitalize="characters"
            onChange={({ currentTarget: { value } }) => set({ code: value })}
          />
          <TextInput
            label={t('screens.name')}
            placeholder={t('screens.namePlaceholder')}
            value={input.name}
            maxLength={limits.screenName}
            required
            onChange={({ currentTarget: { value } }) => set({ name: value })}
          />
        </div>
      </Form>
    </Section>
  )
}

const stateOf = ({ isOpen, isSilent, paused }: Screen) => {
  if (!isOpen) return 'closed'
  if (isSilent) return 'silent'
  return paused ? 'paused' : 'running'
}

type Command = (typeof screenCommands)[number]

/** One screen: what it shows now, its state, and commands to it. */
const ScreenCard = ({ screen }: { readonly screen: Screen }) => {
  const [open, setOpen] = useState(false)
  const { name, groupId, lastSeenAt, version } = screen
  const state = stateOf(screen)
  return (
    <li className={`sheet section paper breakable ${style.card}`}>
      <h2>{name}</h2>
      <ScreenPreview settings={screen.settings} previewPath={screen.previewPath} isOff={state === 'closed'} />
      <p className={`soft ${style.state}`} data-state={state}>
        {t(`screens.state.${state}`, { time: dateTime(lastSeenAt) })}
      </p>
      <p className="soft">
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

const Commands = ({ screen: { id, name, paused }, onSettings }: { screen: Screen; onSettings: () => void }) => {
  const send = useAction({
    run: (command: Command) =>
      adminCall('POST /api/admin/screens/{id}/commands', { params: { id }, body: { command } }),
    done: () => t('screens.sent', { name }),
    failed: t('screens.notSent', { name }),
  })
  const button = (command: Command, Icon: TablerIcon) => (
    <ActionButton Icon={Icon} disabled={send.isPending} onClick={() => send.mutate(command)}>
      {t(`screens.command.${command}`)}
    </ActionButton>
  )
  return (
    <div className="actions">
      {paused ? button('resume', IconPlayerPlay) : button('pause', IconPlayerPause)}
      {button('skip', IconPlayerSkipForward)}
      {button('reload', IconReload)}
      <ActionButton Icon={IconSettings} onClick={onSettings}>
        {t('screens.settings')}
      </ActionButton>
    </div>
  )
}
