import '#web/components/photos/texts/texts.ts'
import type { ReactNode } from 'react'
import { exhibition } from '#web/api/site.ts'
import { lazyPart } from '#web/components/lazy-part.tsx'
import { MoreTile } from '#web/components/photos/more-tile.tsx'
import { PhotoGallery } from '#web/components/photos/photo-gallery.tsx'
import { t } from '#web/i18n/i18n.ts'
import { ConsentSection } from './consent-section.tsx'
import { SendBar, type SendBarProps } from './send-bar.tsx'
import { isSlowOrMetered, SmallerPhotos } from './smaller-photos.tsx'
import { TextsSection } from './texts-section.tsx'
import type { Upload } from './use-upload.ts'

const { Part: AccessCode, preload: preloadAccessCode } = lazyPart(
  async () => (await import('./exhibition/access-code.tsx')).AccessCode,
)
// The connection may break before it is needed.
if (exhibition?.needsCode) preloadAccessCode()

interface DraftFormProps extends Omit<SendBarProps, 'photos'> {
  readonly upload: Upload
  readonly maxImages: number
  /** The server has refused it. */
  readonly wrongCode: string | undefined
  readonly onRemove: (id: string) => void
  readonly onFiles: (files: File[]) => void
  /** The last removal, to undo. */
  readonly removed: ReactNode
  /** Between the photos and the texts. */
  readonly children: ReactNode
}

/** From the first photo to Send: the photos, what is said about them, the consents. */
export const DraftForm = (props: DraftFormProps) => {
  const { upload, maxImages, wrongCode, onRemove, onFiles, removed, children, ...send } = props
  const { draft, change } = upload.onDevice
  const { photos, texts } = draft
  return (
    <>
      <div className="stack">
        <PhotoGallery photos={photos} refused={upload.refused} change={change} onRemove={onRemove} notice={removed}>
          {photos.length < maxImages && <MoreTile onFiles={onFiles} />}
          {photos.length < maxImages && <MoreTile camera onFiles={onFiles} />}
        </PhotoGallery>
        <p className="soft">
          {t('photos.tapHint')}
          {photos.length > 1 && ` ${t('photos.dragHint')}`}
        </p>
        {isSlowOrMetered() && <SmallerPhotos photos={photos} change={change} />}
        {children}
      </div>
      <TextsSection photos={photos} texts={texts} change={change} />
      {upload.accessCode !== undefined && (
        <AccessCode code={upload.accessCode} refused={wrongCode} onChange={upload.setAccessCode} />
      )}
      <ConsentSection consents={upload.consents} onChange={upload.setConsents} />
      <SendBar photos={photos} {...send} />
    </>
  )
}
