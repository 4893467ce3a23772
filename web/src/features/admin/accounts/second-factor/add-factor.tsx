import { Button } from '@mantine/core'
import type { PublicKeyCredentialCreationOptionsJSON } from '@simplewebauthn/browser'
import { IconDeviceMobile, IconFingerprint } from '@tabler/icons-react'
import { useState } from 'react'
import { adminCall } from '#web/features/admin/shared/admin-call.ts'
import { passkeyRefusal } from '#web/features/admin/shared/auth/passkey-refusal.ts'
import section from '#web/features/admin/shared/section.module.css'
import { useAction } from '#web/features/admin/shared/use-action.ts'
import { useTexts } from '#web/features/admin/texts/texts.ts'
import { canUsePasskeys, type Factor } from './factors.ts'
import { NameDialog } from './name-dialog.tsx'

interface AddFactorProps {
  readonly factors: readonly Factor[]
  readonly onTotp: () => void
  /** The first factor comes with recovery codes. */
  readonly onCodes: (codes: string[] | undefined) => void
}

const useAddPasskey = (onCodes: AddFactorProps['onCodes']) => {
  const { t } = useTexts()
  return useAction({
    run: addPasskey,
    done: ({ recoveryCodes }) => {
      onCodes(recoveryCodes)
      return recoveryCodes ? undefined : t('factors.passkeyAdded')
    },
    failed: t('factors.passkeyNotAdded'),
  })
}

export const AddFactor = ({ factors, onTotp, onCodes }: AddFactorProps) => {
  const { t } = useTexts()
  const [naming, setNaming] = useState(false)
  const passkey = useAddPasskey(onCodes)
  const hasTotp = factors.some(({ type }) => type === 'totp')
  return (
    <>
      <div className={section.actions}>
        <Button size="md" variant="default" leftSection={<IconDeviceMobile size={20} />} onClick={onTotp}>
          {t(hasTotp ? 'factors.replaceTotp' : 'factors.addTotp')}
        </Button>
        {canUsePasskeys() && (
          <Button
            size="md"
            variant="default"
            leftSection={<IconFingerprint size={20} />}
            loading={passkey.isPending}
            onClick={() => setNaming(true)}
          >
            {t('factors.addPasskey')}
          </Button>
        )}
      </div>
      {!canUsePasskeys() && <p className={section.soft}>{t('factors.passkeysNeedHttps')}</p>}
      {naming && (
        <NameDialog
          title={t('factors.addPasskey')}
          text={t('factors.passkeyText')}
          name={t('factors.passkeyName', { number: factors.filter(({ type }) => type === 'passkey').length + 1 })}
          submit={t('account.confirm')}
          onClose={() => setNaming(false)}
          onName={passkey.mutate}
        />
      )}
    </>
  )
}

/** Has the browser make a passkey, and takes it into use. */
async function addPasskey(name: string) {
  const { startRegistration } = await import('@simplewebauthn/browser')
  const { options } = await adminCall('POST /api/admin/account/factors/passkeys/options')
  const attestation = await startRegistration({
    optionsJSON: options as unknown as PublicKeyCredentialCreationOptionsJSON,
  }).catch((error: unknown) => {
    throw passkeyRefusal(error)
  })
  return adminCall('POST /api/admin/account/factors/passkeys', { body: { name, attestation } })
}
