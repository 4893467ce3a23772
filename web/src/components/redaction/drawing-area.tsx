import { useState } from 'react'
import style from './redaction.module.css'
import { RegionBox } from './region-box.tsx'
import { useDrawing } from './use-drawing.ts'
import type { Regions } from './use-regions.ts'

interface DrawingAreaProps {
  readonly src: string
  readonly alt: string
  readonly regions: Regions
  readonly onLoad: (photo: HTMLImageElement) => void
  readonly onError: () => void
  readonly onRemove: (id: number) => void
}

/** The photo with its marked regions; drawing on it adds one. */
export const DrawingArea = ({ src, alt, regions, onLoad, onError, onRemove }: DrawingAreaProps) => {
  const [photo, setPhoto] = useState<HTMLImageElement>()
  const drawing = useDrawing(regions)
  const { marked, selected } = regions
  return (
    // The buttons below do the same by keyboard.
    <div className={style.area} dir="ltr" data-ready={photo !== undefined || undefined} {...(photo && drawing)}>
      <img
        className={style.photo}
        src={src}
        alt={alt}
        draggable={false}
        onLoad={({ currentTarget }) => {
          setPhoto(currentTarget)
          onLoad(currentTarget)
        }}
        onError={onError}
      />
      {photo &&
        marked.map(({ id, region }, index) => (
          <RegionBox
            key={id}
            id={id}
            region={region}
            place={{ n: index + 1, total: marked.length }}
            photo={photo}
            selected={selected?.id === id}
            onSelect={() => regions.select(id)}
            onChange={(changed) => regions.change(id, changed)}
            onRemove={() => onRemove(id)}
          />
        ))}
    </div>
  )
}
