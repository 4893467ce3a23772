import { Button, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { QRCodeSVG } from 'qrcode.react'
import { useState } from 'react'
import { adminCall } from '#web/features/admin/shared/admin-call.ts'
import { Form } from '#web/features/admin/shared/form/form.tsx'
import { Loaded } from '#web/features/admin/shared/page/page.tsx'
import { useAction } from '#web/features/admin/shared/use-action.ts'
import { t } from '#web/features/admin/texts/texts.ts'
import style from './totp-setup.module.css'

interface TotpSetupProps {
  readonly onDone: (recoveryCodes: string[]) => void
  readonly onCancel: () => void
}

/** Each opening creates a new secret; the previous one becomes invalid. */
export const TotpSetup = (props: TotpSetupProps) => {
  const made = useQuery({
    queryKey: ['totp-setup'],
    queryFn: () => adminCall('POST /api/admin/account/factors/totp'),
    gcTime: 0,
    staleTime: Number.POSITIVE_INFINITY,
    refetchOnReconnect: false,
    retry: false,
  })
  return (
    <Loaded query={made} placeholder={320}>
      {({ secret, uri }) => (
        <div className="section">
          <div className={`stack ${style.secret}`}>
            <QRCodeSVG className="qr-code" value={uri} size={184} marginSize={3} title={t('factors.qr')} />
            <ol className={`stack ${style.steps}`}>
              <li>{t('factors.step1')}</li>
              <li>{t('factors.step2')}</li>
              <li>
                {t('factors.orType')}{' '}
                <code className={`breakable ${style.code}`}>{secret.match(/.{1,4}/g)?.join(' ')}</code>
              </li>
            </ol>
          </div>
          <FirstCode {...props} />
        </div>
      )}
    </Loaded>
  )
}

const FirstCode = ({ onDone, onCancel }: TotpSetupProps) => {
  const [code, setCode] = useState('')
  const confirm = useAction({
    run: () => adminCall('POST /api/admin/account/factors/totp/confirm', { body: { code } }),
    onDone: ({ recoveryCodes }) => onDone(recoveryCodes),
  })
  const focusCode = () => document.getElementById('totp-code')?.focus()
  return (
    <Form
      submit={t('factors.turnOn')}
      action={confirm}
      onSubmit={() => confirm.mutate(undefined, { onError: focusCode })}
      aside={
        <Button size="md" variant="default" onClick={onCancel}>
          {t('app.cancel')}
        </Button>
      }
    >
      <TextInput
        id="totp-code"
        maw={256}
        label={t('factors.firstCode')}
        required
        inputMode="numeric"
        autoComplete="one-time-code"
        value={code}
        onChange={(event) => setCode(event.currentTarget.value)}
      />
    </Form>
  )
}
