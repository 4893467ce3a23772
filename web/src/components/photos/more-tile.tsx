import { IconPlus } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { FileButton } from './file-button.tsx'
import style from './more-tile.module.css'

/** The tile after the last photo of a grid, which adds more. */
export const MoreTile = ({ onFiles }: { onFiles: (files: File[]) => void }) => {
  const { t } = useTranslation()
  return (
    <li className={style.more}>
      <FileButton
        onFiles={onFiles}
        variant="subtle"
        classNames={{ root: style.moreButton, label: style.moreLabel }}
        aria-label={t('upload.choosePhotos')}
      >
        <IconPlus size={32} stroke={1.5} />
      </FileButton>
    </li>
  )
}
