import { VisuallyHidden } from '@mantine/core'
import {
  IconChevronLeft,
  IconChevronRight,
  IconInfoCircle,
  IconKeyboard,
  IconMaximize,
  IconMinimize,
  IconPlayerPause,
  IconPlayerPauseFilled,
  IconPlayerPlay,
  type TablerIcon,
} from '@tabler/icons-react'
import { t } from '#web/features/slideshow/texts/texts.ts'
import type { Slideshow } from '#web/features/slideshow/use-slideshow.ts'
import style from './controls.module.css'

interface ControlsProps extends Pick<Slideshow, 'isFullScreen' | 'panel' | 'actions'> {
  readonly paused: boolean
}

/** The same as the keys, for a mouse, a finger and the Tab key; visible only while one of these is used. */
export const Controls = ({ paused, isFullScreen, panel, actions }: ControlsProps) => (
  <div className={style.controls} role="toolbar" aria-label={t('controls.label')}>
    <Control icon={IconChevronLeft} label={t('controls.back')} onPress={actions.back} />
    <Control
      icon={paused ? IconPlayerPlay : IconPlayerPause}
      label={t(paused ? 'controls.play' : 'controls.pause')}
      onPress={actions.pause}
    />
    <Control icon={IconChevronRight} label={t('controls.next')} onPress={actions.next} />
    {document.fullscreenEnabled && (
      <Control
        icon={isFullScreen ? IconMinimize : IconMaximize}
        label={t(isFullScreen ? 'controls.window' : 'controls.fullScreen')}
        onPress={actions.fullScreen}
      />
    )}
    <Control icon={IconInfoCircle} label={t('controls.info')} on={panel === 'info'} onPress={actions.info} />
    <Control icon={IconKeyboard} label={t('controls.keys')} on={panel === 'keys'} onPress={actions.keys} />
  </div>
)

interface ControlProps {
  readonly icon: TablerIcon
  readonly label: string
  readonly on?: boolean
  readonly onPress: () => void
}

const Control = ({ icon: Icon, label, on, onPress }: ControlProps) => (
  <button
    type="button"
    className={`plain-button centred ${style.control}`}
    aria-label={label}
    title={label}
    aria-expanded={on}
    onClick={onPress}
  >
    <Icon size={24} stroke={1.75} aria-hidden="true" />
  </button>
)

/** Signs that a passer-by does not notice but the person who looks after the screen does. */
export const Notices = ({ online, paused, loading }: Readonly<Record<'online' | 'paused' | 'loading', boolean>>) => (
  <div className={style.notices} role="status">
    {!online && (
      <span className={style.dot} title={t('offline')}>
        <VisuallyHidden>{t('offline')}</VisuallyHidden>
      </span>
    )}
    {paused && (
      <span className={style.paused}>
        <IconPlayerPauseFilled size="1em" aria-hidden="true" />
        <VisuallyHidden>{t('paused')}</VisuallyHidden>
      </span>
    )}
    {loading && <span className={`soft ${style.loading}`}>{t('loading')}</span>}
  </div>
)
