import '#web/i18n/later/texts.ts'
import {
  type Announcements,
  closestCenter,
  DndContext,
  type DragEndEvent,
  KeyboardCode,
  KeyboardSensor,
  MouseSensor,
  TouchSensor,
  useSensor,
  useSensors,
} from '@dnd-kit/core'
import { rectSortingStrategy, SortableContext, sortableKeyboardCoordinates } from '@dnd-kit/sortable'
import { type Dispatch, type ReactNode, startTransition, useEffect, useMemo, useRef, useState } from 'react'
import { t } from '#web/i18n/i18n.ts'
import { nameOf, type PhotoMove, type ShownPhoto } from './photo.ts'

interface SortablePhotosProps {
  readonly photos: readonly ShownPhoto[]
  readonly className: string | undefined
  readonly change: Dispatch<PhotoMove>
  /** An item of the list that calls `useSortable`. */
  readonly tile: (photo: ShownPhoto, index: number) => ReactNode
  /** Shown after the last photo. */
  readonly children?: ReactNode
}

// Created once: new options would render every tile again with each typed character.
const mouse = { activationConstraint: { distance: 6 } }
/** A finger that moves immediately scrolls the page; one that rests picks the photo up. */
const touch = { activationConstraint: { delay: 220, tolerance: 8 } }
/** Enter is left to the tile. */
const keyboard = {
  coordinateGetter: sortableKeyboardCoordinates,
  keyboardCodes: {
    start: [KeyboardCode.Space],
    cancel: [KeyboardCode.Esc],
    end: [KeyboardCode.Space, KeyboardCode.Enter],
  },
}

/** A list of photos, to be ordered by dragging with a pointer or with keys. */
export const SortablePhotos = ({ photos, className, change, tile, children }: SortablePhotosProps) => {
  const sensors = useSensors(
    useSensor(MouseSensor, mouse),
    useSensor(TouchSensor, touch),
    useSensor(KeyboardSensor, keyboard),
  )
  // For the same reason, the same list as long as the order is the same.
  const order = photos.map((photo) => photo.id).join()
  const ids = useMemo(() => order.split(','), [order])
  const { announcements, drop } = useDragging(photos, change)
  useScrollToAdded(ids)
  const shown = useGrowing(photos.length)

  return (
    <DndContext
      sensors={sensors}
      collisionDetection={closestCenter}
      onDragEnd={drop}
      accessibility={{ announcements, screenReaderInstructions: { draggable: t('photos.dragHelp') } }}
    >
      <SortableContext items={ids} strategy={rectSortingStrategy}>
        <ol className={className}>
          {photos.slice(0, shown).map(tile)}
          {children}
        </ol>
      </SortableContext>
    </DndContext>
  )
}

/** Scrolls to the first added photo. */
function useScrollToAdded(ids: readonly string[]): void {
  const known = useRef(ids)
  useEffect(() => {
    const added = ids.find((id) => !known.current.includes(id))
    known.current = ids
    if (added !== undefined)
      document.querySelector(`[data-photo="${window.CSS.escape(added)}"]`)?.scrollIntoView({ block: 'nearest' })
  }, [ids])
}

/** Announcements while a photo is dragged, and the effect of dropping it. */
function useDragging(photos: readonly ShownPhoto[], change: Dispatch<PhotoMove>) {
  const place = (id: unknown) => {
    const index = photos.findIndex((photo) => photo.id === id)
    const photo = photos[index]
    return { n: index + 1, count: photos.length, file: photo ? nameOf(photo) : '' }
  }
  const announcements: Announcements = {
    onDragStart: ({ active }) => t('photos.picked', place(active.id)),
    onDragOver: ({ active, over }) =>
      over ? t('photos.over', { ...place(active.id), n: place(over.id).n }) : undefined,
    onDragEnd: ({ active, over }) => t('photos.dropped', { ...place(active.id), n: place(over?.id ?? active.id).n }),
    onDragCancel: ({ active }) => t('photos.dragCancelled', place(active.id)),
  }
  const drop = ({ active, over }: DragEndEvent) => {
    if (over && over.id !== active.id) change({ type: 'move', id: String(active.id), to: place(over.id).n - 1 })
  }
  return { announcements, drop }
}

const step = 10

/** How many of `count` photos to show: fifty at once would freeze a slow phone, so the others follow step by step. */
const useGrowing = (count: number): number => {
  const [most, setMost] = useState(step)
  const shown = Math.min(count, most)
  useEffect(() => {
    if (shown < count) startTransition(() => setMost(shown + step))
  }, [shown, count])
  return shown
}
