import { Button, Checkbox, Kbd } from '@mantine/core'
import { IconKeyboard } from '@tabler/icons-react'
import { Dialog } from '#web/features/admin/shared/dialog.tsx'
import type adminTexts from '#web/features/admin/texts/en.json'
import { useTexts } from '#web/features/admin/texts/texts.ts'
import style from './keys-dialog.module.css'
import { switchShortcuts, useShortcutsOn } from './shortcuts.ts'

type KeyText = Exclude<keyof typeof adminTexts.keys, 'names'>

/** The keys, and the name of their text: the same in the list, in the lightbox and on the page of a group. */
const allKeys: readonly (readonly [readonly string[], KeyText])[] = [
  [['J', 'K'], 'move'],
  [['V'], 'view'],
  [['Enter'], 'open'],
  [['A'], 'approve'],
  [['U'], 'unapprove'],
  [['E'], 'edit'],
  [['D', 'Y'], 'delete'],
  [['N'], 'next'],
  [['Z'], 'undo'],
  [['←', '→'], 'photo'],
  [['H'], 'hide'],
  [['R'], 'redact'],
  [['1', '2', '3', '4'], 'requests'],
  [['C'], 'caption'],
  [['M'], 'note'],
  [['X'], 'select'],
  [['Shift', 'J'], 'range'],
  [['Ctrl', 'A'], 'all'],
  [['/'], 'search'],
  [['?'], 'help'],
]

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
  readonly onClose: () => void
}

/** The keys of a page, and the switch for them. */
export const KeysDialog = ({ open, onClose }: KeysDialogProps) => {
  const { t } = useTexts()
  const on = useShortcutsOn()
  return (
    <Dialog open={open} title={t('keys.title')} onClose={onClose}>
      <dl className={style.keys}>
        {allKeys.map(([of, text]) => (
          <div key={text}>
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
