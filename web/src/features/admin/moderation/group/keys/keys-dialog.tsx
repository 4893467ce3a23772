import { Button, Checkbox, Kbd } from '@mantine/core'
import { IconKeyboard } from '@tabler/icons-react'
import { useSelector } from '@tanstack/react-store'
import { Dialog } from '#web/features/admin/shared/dialog.tsx'
import { useTexts } from '#web/features/admin/texts/texts.ts'
import { keyMap, type Place, places } from './key-map.ts'
import style from './keys-dialog.module.css'
import { shortcuts } from './use-key-map.ts'

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
  readonly place: Place
  readonly onClose: () => void
}

/** The keys that work where it is opened, and the switch for them. */
export const KeysDialog = ({ open, place, onClose }: KeysDialogProps) => {
  const { t } = useTexts()
  const on = useSelector(shortcuts)
  const listed = keyMap.filter(({ shown, on: where = places }) => shown && where.includes(place))
  return (
    <Dialog open={open} title={t('keys.title')} onClose={onClose}>
      <dl className={style.keys}>
        {listed.map(({ shown = [], text }) => (
          <div key={shown.join()}>
            <dt>
              {shown.map((key) => (
                <Kbd key={key} size="md">
                  {isNamed(key) ? t(`keys.names.${key}`) : key}
                </Kbd>
              ))}
            </dt>
            <dd>{text && t(`keys.${text}`)}</dd>
          </div>
        ))}
      </dl>
      <Checkbox
        size="md"
        label={t('keys.on')}
        checked={on}
        onChange={(event) => shortcuts.set(event.currentTarget.checked)}
      />
    </Dialog>
  )
}
