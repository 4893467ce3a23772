import { Box, Button, Stack } from '@mantine/core'
import { IconBrandTelegram } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Answer } from '#web/api/client.ts'
import { LinkButton } from '#web/features/admin/shared/action-button.tsx'
import { adminCall, adminQuery } from '#web/features/admin/shared/admin-call.ts'
import { session } from '#web/features/admin/shared/auth/session.ts'
import { ConfirmedButton } from '#web/features/admin/shared/dialog.tsx'
import { Section } from '#web/features/admin/shared/page/page.tsx'
import { useAction } from '#web/features/admin/shared/use-action.ts'
import { dateTime } from '#web/features/admin/texts/dates.ts'
import { t } from '#web/features/admin/texts/texts.ts'

type Code = Answer<'POST /api/admin/account/chat'>

/** Connects the account with a user of Telegram, for decisions in the chat; empty while these are switched off (D92). */
export const OwnChat = () => {
  const { data } = useQuery(session)
  const isOn = data?.state === 'open' && data.chatModeration && data.user.role !== 'auditor'
  return isOn ? <Binding /> : null
}

const refreshMs = 5_000

const Binding = () => {
  const [code, setCode] = useState<Code & { readonly boundBefore: string | undefined }>()
  const { data } = useQuery({
    ...adminQuery(['account-chat'], 'GET /api/admin/account/chat'),
    // The code is sent elsewhere.
    refetchInterval: code ? refreshMs : false,
  })
  const bound = data?.binding
  const make = useAction({
    run: () => adminCall('POST /api/admin/account/chat'),
    onDone: (made) => setCode({ ...made, boundBefore: bound?.boundAt }),
    failed: t('chat.noCode'),
  })
  const shown = code && bound?.boundAt === code.boundBefore ? code : undefined
  return (
    <Section id="chat" title={t('chat.title')}>
      <p className="soft" role="status">
        {bound ? t('chat.bound', { name: bound.name }) : t('chat.text')}
      </p>
      {shown && <ShownCode {...shown} />}
      <div className="actions">
        <Button size="md" variant="default" loading={make.isPending} onClick={() => make.mutate()}>
          {t(shown ? 'chat.again' : bound ? 'chat.other' : 'chat.connect')}
        </Button>
        {bound && <Unbind onDone={() => setCode(undefined)} />}
      </div>
    </Section>
  )
}

const ShownCode = ({ code, expiresAt, link }: Code) => (
  <Stack gap={12} align="start" className="breakable">
    <p>{t('chat.send')}</p>
    <Box component="code" fz={24} fw={700} lts="0.04em">
      {code.match(/.{5}/g)?.join(' ')}
    </Box>
    {link && (
      <LinkButton size="md" variant="filled" Icon={IconBrandTelegram} href={link} target="_blank">
        {t('chat.open')}
      </LinkButton>
    )}
    <p className="soft">{t('chat.until', { time: dateTime(expiresAt) })}</p>
  </Stack>
)

const Unbind = ({ onDone }: { readonly onDone: () => void }) => {
  const unbind = useAction({
    run: () => adminCall('DELETE /api/admin/account/chat'),
    onDone,
    done: () => t('chat.unbound'),
    failed: t('chat.notUnbound'),
  })
  return (
    <ConfirmedButton title={t('chat.unbindTitle')} text={t('chat.unbindText')} action={unbind}>
      {t('chat.unbind')}
    </ConfirmedButton>
  )
}
