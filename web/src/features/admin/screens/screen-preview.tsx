import { withBasePath } from '#web/api/base-path.ts'
import { useTexts } from '#web/features/admin/texts/texts.ts'
import style from './screen-preview.module.css'
import type { ScreenSettings } from './screens-query.ts'

interface ScreenPreviewProps {
  readonly settings: ScreenSettings
  readonly previewPath: string | null
  readonly isOff: boolean
}

/** How the screen looks with these settings: the current photo with captions and codes around it. */
export const ScreenPreview = ({ settings, previewPath, isOff }: ScreenPreviewProps) => {
  const { t } = useTexts()
  return (
    <div className={style.screen} data-fit={settings.fit} data-off={isOff || undefined} aria-hidden="true">
      {previewPath && <img src={withBasePath(previewPath)} alt="" />}
      {settings.captions && (
        <p className={style.caption}>
          {t('screens.sampleTitle')} <strong>2024</strong>
        </p>
      )}
      {settings.codes && <p className={style.code}>K7-3</p>}
      {settings.qr && <p className={style.qr} />}
    </div>
  )
}
