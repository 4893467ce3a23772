import { ActionIcon } from '@mantine/core'
import { IconArrowMoveLeft, IconArrowMoveRight } from '@tabler/icons-react'
import type { Dispatch, ReactNode } from 'react'
import { announce } from '#web/components/announcer.tsx'
import { focusSoon } from '#web/components/focus-soon.ts'
import { t } from '#web/i18n/i18n.ts'
import style from './order-buttons.module.css'
import type { PhotoMove, Place } from './photo.ts'

interface OrderButtonsProps {
  readonly id: string
  readonly place: Place
  readonly change: Dispatch<PhotoMove>
  /** Between them. */
  readonly children?: ReactNode
}

/** Moves a photo by one place. */
export const OrderButtons = ({ id, place, change, children }: OrderButtonsProps) => {
  const move = (by: -1 | 1) => {
    const n = place.n + by
    if (n < 1 || n > place.count) return
    change({ type: 'move', id, to: n - 1 })
    announce(t('photos.movedTo', { ...place, n }))
    // Moving an element in the document takes the focus from it.
    focusSoon(`${by < 0 ? 'earlier' : 'later'}-${id}`)
  }
  const button = (name: 'earlier' | 'later', by: -1 | 1, icon: ReactNode) => (
    <ActionIcon
      id={`${name}-${id}`}
      aria-label={t(`photos.${name}`, place)}
      aria-disabled={place.n === (by < 0 ? 1 : place.count)}
      onClick={() => move(by)}
    >
      {icon}
    </ActionIcon>
  )
  return (
    <div className={style.order}>
      {button('earlier', -1, <IconArrowMoveLeft size={20} />)}
      {children}
      {button('later', 1, <IconArrowMoveRight size={20} />)}
    </div>
  )
}
