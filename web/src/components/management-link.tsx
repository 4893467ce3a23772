import { Button, TextInput } from '@mantine/core'
import { IconBookmark, IconCheck, IconCopy, IconMail, IconPrinter } from '@tabler/icons-react'
import { QRCodeSVG } from 'qrcode.react'
import { type ReactNode, useRef, useState } from 'react'
import { isOwnMachine } from '#contract/site/own-machine.ts'
import { t } from '#web/i18n/i18n.ts'
import { announce } from './announcer.tsx'
import { copyText } from './copy-text.ts'
import { Fold } from './fold.tsx'
import style from './management-link.module.css'

interface ManagementLinkProps {
  readonly url: string
  /** What the link is for, unless it manages photos. */
  readonly label?: string
  /** A button beside it copies the link. */
  readonly copyBeside?: boolean
  readonly children?: ReactNode
}

/** Whether the link has been copied, and what copies it; that returns whether it worked. */
const useCopy = (url: string) => {
  const [copied, setCopied] = useState(false)
  const copy = async () => {
    const worked = await copyText(url)
    setCopied(worked)
    announce(t(worked ? 'done.copied' : 'done.copyFailed'))
    return worked
  }
  return [copied, copy] as const
}

export const CopyLink = ({ url }: { readonly url: string }) => {
  const [copied, copy] = useCopy(url)
  return (
    <Button
      size="md"
      variant="default"
      leftSection={copied ? <IconCheck size={20} /> : <IconCopy size={20} />}
      onClick={copy}
    >
      {t(copied ? 'done.copied' : 'done.copy')}
    </Button>
  )
}

/** One button to take a link along: to another app where the device can, else to the clipboard. The other ways are folded. */
export const ManagementLink = ({ url, label, copyBeside = false, children }: ManagementLinkProps) => {
  const others = useRef<HTMLDetailsElement>(null)
  const [copied, copyLink] = useCopy(url)
  const copy = async () => {
    if ((await copyLink()) || !others.current) return
    others.current.open = true
    others.current.querySelector('input')?.select()
  }
  const share = () => navigator.share({ title: t('done.shareTitle'), url }).catch(() => {})
  const canShare = 'share' in navigator
  return (
    <div className={`stack ${style.link}`}>
      {(canShare || !copyBeside) && (
        <Button
          size="lg"
          className={style.keep}
          leftSection={copied ? <IconCheck size={22} /> : <IconBookmark size={22} />}
          onClick={canShare ? share : copy}
        >
          {t(copied ? 'done.copied' : 'done.keep')}
        </Button>
      )}
      {children}
      <p className={style.printed}>{url}</p>
      <Fold ref={others} title={t('done.otherWays')}>
        <OtherWays url={url} label={label ?? t('done.linkLabel')} canCopy={canShare && !copyBeside} />
      </Fold>
    </div>
  )
}

const OtherWays = ({ url, label, canCopy }: { url: string; label: string; canCopy: boolean }) => {
  const mail = `mailto:?subject=${encodeURIComponent(t('done.shareTitle'))}&body=${encodeURIComponent(url)}`
  return (
    <>
      <TextInput
        readOnly
        value={url}
        aria-label={label}
        classNames={{ input: style.field }}
        onFocus={(event) => event.currentTarget.select()}
      />
      <div className="actions actions-growing">
        {canCopy && <CopyLink url={url} />}
        <Button component="a" size="md" variant="default" leftSection={<IconMail size={20} />} href={mail}>
          {t('done.mail')}
        </Button>
        <Button size="md" variant="default" leftSection={<IconPrinter size={20} />} onClick={() => window.print()}>
          {t('done.print')}
        </Button>
      </div>
      <figure className={`stack ${style.qr}`}>
        <QRCodeSVG className="qr-code" value={url} size={152} marginSize={2} title={t('done.qr')} />
        <figcaption>{isOwnMachine(url) ? <strong>{t('done.qrUnreachable')}</strong> : t('done.qrHint')}</figcaption>
      </figure>
    </>
  )
}
