import {
  IconChevronLeft,
  IconChevronRight,
  IconInfoCircle,
  IconKeyboard,
  IconMaximize,
  IconMinimize,
  IconPlayerPause,
  IconPlayerPlay,
  type TablerIcon,
} from '@tabler/icons-react'
import { useTexts } from '#web/features/slideshow/texts/texts.ts'
import style from './controls.module.css'
import { fullScreenPossible } from './use-full-screen.ts'

interface ControlsProps {
  readonly paused: boolean
  readonly whole: boolean
  readonly panel: 'info' | 'keys' | undefined
  readonly back: () => void
  readonly next: () => void
  readonly pause: () => void
  readonly fullScreen: () => void
  readonly info: () => void
  readonly keys: () => void
}

/** What the keys do, for a mouse, a finger and the Tab key; seen only then. */
export const Controls = ({ paused, whole, panel, ...actions }: ControlsProps) => {
  const { t } = useTexts()
  return (
    <div className={style.controls} role="toolbar" aria-label={t('controls.label')}>
      <Control icon={IconChevronLeft} label={t('controls.back')} onPress={actions.back} />
      <Control
        icon={paused ? IconPlayerPlay : IconPlayerPause}
        label={t(paused ? 'controls.play' : 'controls.pause')}
        onPress={actions.pause}
      />
      <Control icon={IconChevronRight} label={t('controls.next')} onPress={actions.next} />
      {fullScreenPossible() && (
        <Control
          icon={whole ? IconMinimize : IconMaximize}
          label={t(whole ? 'controls.window' : 'controls.fullScreen')}
          onPress={actions.fullScreen}
        />
      )}
      <Control icon={IconInfoCircle} label={t('controls.info')} on={panel === 'info'} onPress={actions.info} />
      <Control icon={IconKeyboard} label={t('controls.keys')} on={panel === 'keys'} onPress={actions.keys} />
    </div>
  )
}

interface ControlProps {
  readonly icon: TablerIcon
  readonly label: string
  readonly on?: boolean
  readonly onPress: () => void
}

const Control = ({ icon: Icon, label, on, onPress }: ControlProps) => (
  <button type="button" className={style.control} aria-label={label} title={label} aria-expanded={on} onClick={onPress}>
    <Icon size={24} stroke={1.75} aria-hidden="true" />
  </button>
)
