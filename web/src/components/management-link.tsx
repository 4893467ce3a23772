import { Button, TextInput } from '@mantine/core'
import { IconCheck, IconCopy, IconMail, IconPrinter, IconShare } from '@tabler/icons-react'
import { QRCodeSVG } from 'qrcode.react'
import { type ReactNode, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { isOwnMachine } from '#contract/site/own-machine.ts'
import { announce } from './announcer.tsx'
import { copyField } from './copy-text.ts'
import style from './management-link.module.css'

interface ManagementLinkProps {
  readonly url: string
  /** What the link is for, unless it manages photos. */
  readonly label?: string
  readonly children?: ReactNode
}

export const ManagementLink = ({ url, label, children }: ManagementLinkProps) => {
  const { t } = useTranslation()
  const field = useRef<HTMLInputElement>(null)
  const [copied, setCopied] = useState<boolean>()
  const copy = async () => {
    const worked = field.current !== null && (await copyField(field.current))
    setCopied(worked)
    announce(t(worked ? 'done.copied' : 'done.copyFailed'))
  }
  return (
    <div className={`stack ${style.link}`}>
      <div className={`stack ${style.take}`}>
        <TextInput
          ref={field}
          readOnly
          value={url}
          aria-label={label ?? t('done.linkLabel')}
          classNames={{ input: style.field }}
          onFocus={(event) => event.currentTarget.select()}
        />
        <div className="actions actions-growing">
          <Button size="md" leftSection={copied ? <IconCheck size={20} /> : <IconCopy size={20} />} onClick={copy}>
            {t(copied ? 'done.copied' : 'done.copy')}
          </Button>
          <OtherWays url={url} />
        </div>
        <p className={style.printed}>{url}</p>
        {copied === false && <p className="soft">{t('done.copyFailed')}</p>}
        {children}
      </div>
      <figure className={`stack ${style.qr}`}>
        <QRCodeSVG value={url} size={152} marginSize={2} title={t('done.qr')} />
        <figcaption>{isOwnMachine(url) ? <strong>{t('done.qrUnreachable')}</strong> : t('done.qrHint')}</figcaption>
      </figure>
    </div>
  )
}

const OtherWays = ({ url }: { readonly url: string }) => {
  const { t } = useTranslation()
  const title = t('done.shareTitle')
  const share = () => navigator.share({ title, url }).catch(() => {})
  return (
    <>
      {'share' in navigator && (
        <Button size="md" variant="default" leftSection={<IconShare size={20} />} onClick={share}>
          {t('done.share')}
        </Button>
      )}
      <Button
        component="a"
        size="md"
        variant="default"
        leftSection={<IconMail size={20} />}
        href={`mailto:?subject=${encodeURIComponent(title)}&body=${encodeURIComponent(url)}`}
      >
        {t('done.mail')}
      </Button>
      <Button size="md" variant="default" leftSection={<IconPrinter size={20} />} onClick={() => window.print()}>
        {t('done.print')}
      </Button>
    </>
  )
}
