import { useQuery } from '@tanstack/react-query'
import { QRCodeSVG } from 'qrcode.react'
import { isOwnMachine } from '#contract/site/own-machine.ts'
import { withBasePath } from '#web/api/base-path.ts'
import { site } from '#web/api/site.ts'
import { uploadSettings } from '#web/api/upload-settings.ts'
import { breaking, withoutScheme } from '#web/components/address.ts'
import { readLocal, writeLocal } from '#web/components/local-store.ts'
import { Note } from '#web/components/note.tsx'
import { uploadPathOf } from './exhibition.tsx'
import { t } from './texts/texts.ts'
import style from './upload-code.module.css'

/** The way to the upload page, for a phone's camera; dark on light, which every camera reads. */
export const UploadCode = ({ className, exhibition }: { className?: string | undefined; exhibition: string }) => {
  const url = useUploadUrl()
  const path = uploadPathOf(exhibition)
  return (
    <figure className={className}>
      <QRCodeSVG className={style.code} value={url + path} marginSize={2} title={t('code')} role="img" />
      <figcaption className="breakable">{breaking(withoutScheme(url + path))}</figcaption>
    </figure>
  )
}

export const CornerCode = ({ exhibition }: { exhibition: string }) => {
  const unreachable = useUnreachable()
  return (
    <aside className={style.corner} aria-label={t('codeText')}>
      {site.logo && <img className={style.logo} src={site.logo} alt="" />}
      <p className={style.call}>
        {unreachable ? t('unreachable', { url: withoutScheme(unreachable.url) }) : t('codeText')}
      </p>
      <UploadCode className={style.small} exhibition={exhibition} />
    </aside>
  )
}

const key = 'werkschau-upload-url'

/** Without a connection it asks until there is one. */
const query = { ...uploadSettings, retry: true, networkMode: 'always' } as const

/** Address of the upload page as the service knows it; without a connection, the one it last named. */
export const useUploadUrl = (): string => {
  const { data } = useQuery({
    ...query,
    select: ({ uploadUrl }) => {
      writeLocal(key, uploadUrl)
      return uploadUrl
    },
  })
  return data ?? readLocal(key, location.origin + withBasePath('/'))
}

/** Where the address is one that no phone reaches: those of this machine that phones may reach instead. */
const useUnreachable = (): { readonly url: string; readonly proposed: readonly string[] } | undefined => {
  const url = useUploadUrl()
  const { data } = useQuery({ ...query, select: ({ proposedUrls }) => proposedUrls })
  return isOwnMachine(url) ? { url, proposed: data ?? [] } : undefined
}

/** For the person who sets up the screen: the QR code would lead nowhere. */
export const Unreachable = () => {
  const unreachable = useUnreachable()
  if (!unreachable) return null
  const { url, proposed } = unreachable
  return (
    <Note kind="warning" title={t('unreachable', { url })}>
      <p>
        {proposed.length === 0 ? t('unreachableText') : t('unreachableProposal', { proposed: proposed.join(', ') })}
      </p>
    </Note>
  )
}
