import { IconCamera, IconPhotoPlus } from '@tabler/icons-react'
import { FileButton } from '#web/components/photos/file-button.tsx'
import { t } from '#web/i18n/i18n.ts'
import style from './photo-picker.module.css'

interface PhotoPickerProps {
  readonly dropping: boolean
  /** A chooser is about to open. */
  readonly onOpen: () => void
  readonly onFiles: (files: File[]) => void
}

export const PhotoPicker = ({ dropping, onOpen, onFiles }: PhotoPickerProps) => (
  <div className={`stack ${style.picker}`} data-dropping={dropping || undefined}>
    <div className={style.buttons}>
      <FileButton
        onOpen={onOpen}
        onFiles={onFiles}
        camera
        variant="default"
        classNames={{ root: `${style.button} ${style.camera}`, section: style.section }}
        leftSection={<IconCamera size={28} stroke={1.6} />}
      >
        {t('upload.takePhoto')}
      </FileButton>
      <FileButton
        id="choose-photos"
        onOpen={onOpen}
        onFiles={onFiles}
        classNames={{ root: style.button, section: style.section }}
        leftSection={<IconPhotoPlus size={28} stroke={1.6} />}
      >
        {t('upload.choosePhotos')}
      </FileButton>
    </div>
    <p className={style.drop}>{t(dropping ? 'upload.dropNow' : 'upload.dropHint')}</p>
  </div>
)
