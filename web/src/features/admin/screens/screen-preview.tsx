import { withBasePath } from '#web/api/base-path.ts'
import { t } from '#web/features/admin/texts/texts.ts'
import style from './screen-preview.module.css'
import type { ScreenSettings } from './screens-query.ts'

interface ScreenPreviewProps {
  readonly settings: ScreenSettings
  readonly previewPath: string | null
  readonly isOff?: boolean
  /** Shows where captions and codes are, with words that belong to no photo. */
  readonly isSample?: boolean
}

/** How the screen looks with these settings. */
export const ScreenPreview = ({ settings, previewPath, isOff = false, isSample = false }: ScreenPreviewProps) => (
  <div className={style.screen} data-fit={settings.fit} data-off={isOff || undefined} aria-hidden="true">
    {previewPath && <img src={withBasePath(previewPath)} alt="" />}
    {isSample && settings.captions && (
      <p className={`one-line ${style.caption}`}>
        {t('screens.sampleTitle')} <strong>2024</strong>
      </p>
    )}
    {isSample && settings.codes && <p className={style.code}>K7-3</p>}
    {isSample && settings.qr && <p className={style.qr} />}
  </div>
)
