import { QRCodeSVG } from 'qrcode.react'
import { breaking, withoutScheme } from '#web/components/address.ts'
import style from './removal-hint.module.css'
import { t } from './texts/texts.ts'
import { useUploadUrl } from './upload-code.tsx'

interface HintProps {
  /** For a phone's camera, too. */
  readonly hasCode: boolean
}

const useWay = () => `${useUploadUrl()}removal-requests`

const RemovalCode = () => (
  <QRCodeSVG className={style.code} value={useWay()} marginSize={2} title={t('removalCode')} role="img" />
)

/** Where people who do not want to be seen enter the code of a photo. */
export const RemovalHint = ({ hasCode }: HintProps) => {
  const way = useWay()
  return (
    <aside className={style.way}>
      {hasCode && <RemovalCode />}
      <p className={`breakable ${style.words}`}>
        {t('removal')} <span className={style.address}>{breaking(withoutScheme(way))}</span>
      </p>
    </aside>
  )
}

/** Below the code of each photo, or below all: the address whose footer leads to removal requests. */
export const ShortRemovalHint = ({ hasCode }: HintProps) => {
  const address = breaking(withoutScheme(useUploadUrl()))
  return (
    <span className={style.short} data-way>
      {t('removalShort', { address })}
      {hasCode && <RemovalCode />}
    </span>
  )
}
