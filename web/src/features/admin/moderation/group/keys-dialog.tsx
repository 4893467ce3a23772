import { Checkbox, Group, Kbd } from '@mantine/core'
import { IconKeyboard } from '@tabler/icons-react'
import { useSelector } from '@tanstack/react-store'
import { ActionButton } from '#web/features/admin/shared/action-button.tsx'
import { Dialog } from '#web/features/admin/shared/dialog.tsx'
import { t } from '#web/features/admin/texts/texts.ts'
import { keyMap, type Place, places, shortcuts } from './keys.ts'
import style from './keys-dialog.module.css'

/** Keys that keyboards of other languages label differently. */
const named = ['Ctrl', 'Shift', 'Enter'] as const

export const KeysButton = ({ onClick }: { readonly onClick: () => void }) => (
  <ActionButton Icon={IconKeyboard} onClick={onClick} className={style.button}>
    {t('keys.title')}
  </ActionButton>
)

/** The keys that work where it is opened, and the switch for them. */
export const KeysDialog = ({ open, place, onClose }: { open: boolean; place: Place; onClose: () => void }) => {
  const on = useSelector(shortcuts)
  const labelOf = (key: string) => {
    const name = named.find((one) => one === key)
    return name ? t(`keys.names.${name}`) : key
  }
  const listed = keyMap.filter(({ shown, on: where = places }) => shown && where.includes(place))
  return (
    <Dialog open={open} title={t('keys.title')} onClose={onClose}>
      <Checkbox label={t('keys.on')} checked={on} onChange={(event) => shortcuts.set(event.currentTarget.checked)} />
      <dl className={`stack ${style.keys}`}>
        {listed.map(({ shown = [], text }) => (
          <div key={shown.join()}>
            <Group component="dt" gap={4}>
              {shown.map((key) => (
                <Kbd key={key} size="md">
                  {labelOf(key)}
                </Kbd>
              ))}
            </Group>
            <dd>{text && t(`keys.${text}`)}</dd>
          </div>
        ))}
      </dl>
    </Dialog>
  )
}
