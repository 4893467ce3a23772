import { QRCodeSVG } from 'qrcode.react'
import { site } from '#web/api/site.ts'
import { useTexts } from './texts/texts.ts'
import style from './upload-code.module.css'
import { useUnreachable, useUploadUrl, withoutScheme } from './use-upload-url.ts'

/** The way to the upload page, for a phone's camera; dark on light, which every camera reads. */
export const UploadCode = ({ className }: { className?: string | undefined }) => {
  const { t } = useTexts()
  const url = useUploadUrl()
  return (
    <figure className={className}>
      <QRCodeSVG className={style.code} value={url} marginSize={2} title={t('code')} role="img" />
      <figcaption className={style.address}>{withoutScheme(url)}</figcaption>
    </figure>
  )
}

export const CornerCode = () => {
  const { t } = useTexts()
  const unreachable = useUnreachable()
  return (
    <aside className={style.corner} aria-label={t('codeText')}>
      {site.logo && <img className={style.logo} src={site.logo} alt="" />}
      <p className={style.call}>
        {unreachable ? t('unreachable', { url: withoutScheme(unreachable.url) }) : t('codeText')}
      </p>
      <UploadCode className={style.small} />
    </aside>
  )
}
