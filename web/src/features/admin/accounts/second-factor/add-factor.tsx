import { Button } from '@mantine/core'
import { IconDeviceMobile, IconFingerprint } from '@tabler/icons-react'
import { useState } from 'react'
import section from '#web/features/admin/shared/section.module.css'
import { useAction } from '#web/features/admin/shared/use-action.ts'
import { useTexts } from '#web/features/admin/texts/texts.ts'
import { addPasskey } from './add-passkey.ts'
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
          name={t('factors.passkeyName', { number: factors.length + 1 })}
          submit={t('account.confirm')}
          onClose={() => setNaming(false)}
          onName={(name) => {
            setNaming(false)
            passkey.mutate(name)
          }}
        />
      )}
    </>
  )
}
