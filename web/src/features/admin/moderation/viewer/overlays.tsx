import { Suspense } from 'react'
import { lazyPart } from '#web/components/lazy-part.tsx'
import { Dialogs, type DialogsProps } from './dialogs/dialogs.tsx'
import type { Viewer } from './viewer.ts'

const { Part: Lightbox } = lazyPart(() => import('./lightbox/lightbox.tsx').then((module) => module.Lightbox))

interface OverlaysProps extends DialogsProps {
  /** What is shown large; undefined while the lightbox is closed. */
  readonly large: Viewer | undefined
  /** The photo to begin with. */
  readonly imageId?: number | undefined
  readonly onCloseLarge: (imageId: number | undefined) => void
}

/** The lightbox and the dialogs, above the list or the page of a group. */
export const Overlays = ({ large, imageId, onCloseLarge, place, ...dialogs }: OverlaysProps) => (
  <>
    {large && (
      <Suspense>
        <Lightbox viewer={large} imageId={imageId} covered={dialogs.dialog !== undefined} onClose={onCloseLarge} />
      </Suspense>
    )}
    <Dialogs {...dialogs} place={large ? 'lightbox' : place} />
  </>
)
