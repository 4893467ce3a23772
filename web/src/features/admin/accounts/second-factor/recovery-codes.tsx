import { Box, Button } from '@mantine/core'
import { useWindowEvent } from '@mantine/hooks'
import { IconCheck, IconCopy, IconPrinter } from '@tabler/icons-react'
import { useEffect, useRef, useState } from 'react'
import { siteName } from '#web/api/site.ts'
import { announce } from '#web/components/announcer.tsx'
import { copyText } from '#web/components/copy-text.ts'
import { Note } from '#web/components/note.tsx'
import { ActionButton, LinkButton } from '#web/features/admin/shared/action-button.tsx'
import { useAdmin } from '#web/features/admin/shared/auth/session.ts'
import { t } from '#web/features/admin/texts/texts.ts'
import style from './recovery-codes.module.css'

/** Shown once, with ways to keep them. They disappear only when the user confirms having stored them. */
export const RecoveryCodes = ({ codes, onDone }: { codes: readonly string[]; onDone: () => void }) => {
  const user = useAdmin()
  const title = useRef<HTMLHeadingElement>(null)
  const [copied, setCopied] = useState<boolean>()
  useEffect(() => title.current?.focus(), [])
  useWindowEvent('beforeunload', (event) => event.preventDefault())
  const copy = async () => {
    const worked = await copyText(codes.join('\n'))
    setCopied(worked)
    announce(t(worked ? 'factors.copied' : 'factors.copyFailed'))
  }
  const file = `${t('factors.fileTitle', { site: siteName, name: user?.username })}\n\n${codes.join('\n')}\n`
  return (
    <div className={`stack ${style.place}`}>
      <Box component="h3" ref={title} tabIndex={-1} fz={17} fw={750}>
        {t('factors.codesTitle')}
      </Box>
      <Note kind="warning">{t('factors.codesText')}</Note>
      <ol className={`sheet ${style.codes}`}>
        {codes.map((code) => (
          <li key={code}>
            <code>{code}</code>
          </li>
        ))}
      </ol>
      <div className="actions">
        <ActionButton size="md" Icon={copied ? IconCheck : IconCopy} onClick={copy}>
          {t(copied ? 'factors.copied' : 'factors.copy')}
        </ActionButton>
        <ActionButton size="md" Icon={IconPrinter} onClick={() => window.print()}>
          {t('factors.print')}
        </ActionButton>
        <LinkButton
          size="md"
          href={`data:text/plain;charset=utf-8,${encodeURIComponent(file)}`}
          download={t('factors.fileName')}
        >
          {t('factors.download')}
        </LinkButton>
        {copied === false && <p className="soft">{t('factors.copyFailed')}</p>}
      </div>
      <div className="actions">
        <Button size="md" onClick={onDone}>
          {t('factors.codesKept')}
        </Button>
      </div>
    </div>
  )
}
