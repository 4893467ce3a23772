import { IconCamera, IconPlus } from '@tabler/icons-react'
import { t } from '#web/i18n/i18n.ts'
import { FileButton } from './file-button.tsx'
import style from './more-tile.module.css'

interface MoreTileProps {
  /** Takes a photo, instead of choosing some. Hidden where there is a mouse and no camera to point. */
  readonly camera?: boolean
  readonly onFiles: (files: File[]) => void
}

/** A tile after the last photo of a grid, which adds more. */
export const MoreTile = ({ camera = false, onFiles }: MoreTileProps) => {
  const Icon = camera ? IconCamera : IconPlus
  return (
    <li className={style.more} data-camera={camera || undefined}>
      <FileButton
        camera={camera}
        onFiles={onFiles}
        variant="subtle"
        className={style.moreButton}
        aria-label={t(camera ? 'upload.takePhoto' : 'upload.choosePhotos')}
      >
        <Icon size={32} stroke={1.5} />
      </FileButton>
    </li>
  )
}
