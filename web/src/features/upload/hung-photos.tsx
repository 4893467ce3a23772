import { useEffect, useState } from 'react'
import type { Photo } from '#web/components/photos/photo.ts'
import { PhotoThumbnail } from '#web/components/photos/photo-thumbnail.tsx'
import style from './hung-photos.module.css'

/** With the number of the others they fill two rows of a phone. */
const shown = 6

/** The sent photos in their mats, as on a wall: the first large, from the file itself. */
export const HungPhotos = ({ photos }: { readonly photos: readonly Photo[] }) => {
  const [first, ...others] = photos.slice(0, shown)
  if (!first) return null
  return (
    <ul className={`screen-only ${style.wall}`}>
      <li key={first.id} className="print">
        <FirstPhoto file={first.file} />
        {first.caption && <p dir="auto">{first.caption}</p>}
      </li>
      {others.map((photo) => (
        <li key={photo.id} className="print">
          <PhotoThumbnail photo={photo} />
        </li>
      ))}
      {photos.length > shown && <li className={`centred ${style.rest}`}>+{photos.length - shown}</li>}
    </ul>
  )
}

const FirstPhoto = ({ file }: { readonly file: File }) => {
  const [source, setSource] = useState<string>()
  useEffect(() => {
    const url = URL.createObjectURL(file)
    setSource(url)
    return () => URL.revokeObjectURL(url)
  }, [file])
  return source && <img className="filling" src={source} alt="" />
}
