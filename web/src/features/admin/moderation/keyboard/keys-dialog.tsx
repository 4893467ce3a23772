import { Button, Checkbox, Kbd } from '@mantine/core'
import { IconKeyboard } from '@tabler/icons-react'
import { Dialog } from '#web/features/admin/shared/dialog.tsx'
import type adminTexts from '#web/features/admin/texts/en.json'
import { useTexts } from '#web/features/admin/texts/texts.ts'
import style from './keys-dialog.module.css'
import { switchShortcuts, useShortcutsOn } from './shortcuts.ts'

type KeyText = Exclude<keyof typeof adminTexts.keys, 'names'>

const places = ['list', 'lightbox', 'group'] as const
export type KeysPlace = (typeof places)[number]

type KeyRow = readonly [keys: readonly string[], text: KeyText, on?: readonly KeysPlace[]]

/** The keys, the name of their text, and where they work: everywhere, unless the row says it. */
const allKeys: readonly KeyRow[] = [
  [['J', 'K'], 'move'],
  [['↓', '↑'], 'move', ['list']],
  [['V'], 'view'],
  [['Enter'], 'open', ['list', 'lightbox']],
  [['A'], 'approve'],
  [['U'], 'unapprove'],
  [['E'], 'edit'],
  [['D', 'Y'], 'delete'],
  [['N'], 'next'],
  [['Z'], 'undo'],
  [['→', '←'], 'photo', ['lightbox', 'group']],
  [['H'], 'hide'],
  [['R'], 'redact'],
  [['1', '2', '3', '4'], 'requests', ['list']],
  [['C'], 'caption', ['lightbox', 'group']],
  [['M'], 'note', ['lightbox', 'group']],
  [['X'], 'select', ['list']],
  [['Shift', 'J'], 'range', ['list']],
  [['Ctrl', 'A'], 'all', ['list']],
  [['/'], 'search', ['list']],
  [['?'], 'help'],
]

const keysOf = (place: KeysPlace) => allKeys.filter(([, , on = places]) => on.includes(place))

/** Keys that keyboards of other languages label differently. */
const isNamed = (key: string): key is 'Ctrl' | 'Shift' | 'Enter' => key === 'Ctrl' || key === 'Shift' || key === 'Enter'

export const KeysButton = ({ onClick }: { onClick: () => void }) => {
  const { t } = useTexts()
  return (
    <Button
      variant="default"
      h={44}
      leftSection={<IconKeyboard size={20} />}
      onClick={onClick}
      className={style.button}
    >
      {t('keys.title')}
    </Button>
  )
}

interface KeysDialogProps {
  readonly open: boolean
  readonly place: KeysPlace
  readonly onClose: () => void
}

/** The keys that work where it is opened, and the switch for them. */
export const KeysDialog = ({ open, place, onClose }: KeysDialogProps) => {
  const { t } = useTexts()
  const on = useShortcutsOn()
  return (
    <Dialog open={open} title={t('keys.title')} onClose={onClose}>
      <dl className={style.keys}>
        {keysOf(place).map(([of, text]) => (
          <div key={of.join()}>
            <dt>
              {of.map((key) => (
                <Kbd key={key} size="md">
                  {isNamed(key) ? t(`keys.names.${key}`) : key}
                </Kbd>
              ))}
            </dt>
            <dd>{t(`keys.${text}`)}</dd>
          </div>
        ))}
      </dl>
      <Checkbox
        size="md"
        label={t('keys.on')}
        checked={on}
        onChange={(event) => switchShortcuts(event.currentTarget.checked)}
      />
    </Dialog>
  )
}
