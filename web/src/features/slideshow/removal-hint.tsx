import { QRCodeSVG } from 'qrcode.react'
import style from './removal-hint.module.css'
import { useTexts } from './texts/texts.ts'
import { useUploadUrl, withoutScheme } from './upload-code.tsx'

/** A long address breaks before a dot or a slash. */
const breaking = (address: string) => address.replace(/[./]/g, '\u200b$&')

/** Where people who do not want to be seen enter the code of a photo; for a phone's camera, too. */
export const RemovalHint = () => {
  const { t } = useTexts()
  const url = `${useUploadUrl()}removal-requests`
  return (
    <aside className={style.way}>
      <QRCodeSVG className={style.code} value={url} marginSize={2} title={t('removalCode')} role="img" />
      <p className={style.words}>
        {t('removal')} <span className={style.address}>{breaking(withoutScheme(url))}</span>
      </p>
    </aside>
  )
}

/** A longer one takes the place of the photo's title. */
const maxLength = 40

/** Beside the caption of each photo with a code: the address whose footer leads to removal requests. */
export const ShortRemovalHint = ({ className }: { readonly className: string | undefined }) => {
  const { t } = useTexts()
  const address = withoutScheme(useUploadUrl())
  return address.length > maxLength ? null : <span className={className}>{t('removalShort', { address })}</span>
}
