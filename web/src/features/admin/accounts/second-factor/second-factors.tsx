import { Button } from '@mantine/core'
import type { PublicKeyCredentialCreationOptionsJSON } from '@simplewebauthn/browser'
import { IconDeviceMobile, IconFingerprint } from '@tabler/icons-react'
import { useState } from 'react'
import { queryClient } from '#web/api/query-client.ts'
import { Note } from '#web/components/note.tsx'
import { ActionButton } from '#web/features/admin/shared/action-button.tsx'
import { adminCall } from '#web/features/admin/shared/admin-call.ts'
import { askForPassword } from '#web/features/admin/shared/auth/ask-for-password.ts'
import { passkeyRefusal } from '#web/features/admin/shared/auth/passkey-refusal.ts'
import { ConfirmedButton } from '#web/features/admin/shared/dialog.tsx'
import { Load, Section } from '#web/features/admin/shared/page/page.tsx'
import { useAction } from '#web/features/admin/shared/use-action.ts'
import { t } from '#web/features/admin/texts/texts.ts'
import { FactorList, NameDialog } from './factor-list.tsx'
import { canUsePasskeys, type Factor, ownFactors } from './factors.ts'
import { RecoveryCodes } from './recovery-codes.tsx'
import { TotpSetup } from './totp-setup.tsx'

type View = { readonly name: 'list' } | { readonly name: 'totp' } | { readonly name: 'codes'; readonly codes: string[] }

/** The user's second factors: list, add, remove, recovery codes. `onSetUp`: new codes have been kept. */
export const SecondFactors = ({ onSetUp }: { readonly onSetUp?: () => void }) => {
  const [view, setView] = useState<View>({ name: 'list' })
  const showList = () => setView({ name: 'list' })
  const codesKept = () => {
    showList()
    onSetUp?.()
  }
  const showCodes = (codes: string[] | undefined) => (codes ? setView({ name: 'codes', codes }) : showList())
  return (
    <Section id="factors" title={t('factors.title')}>
      {view.name === 'codes' && <RecoveryCodes codes={view.codes} onDone={codesKept} />}
      {view.name === 'totp' && <TotpSetup onDone={showCodes} onCancel={showList} />}
      {view.name === 'list' && (
        <Load of={ownFactors} placeholder={120}>
          {(data) =>
            data === 'locked' ? (
              <Locked />
            ) : (
              <>
                <p className="soft">{t(data.factors.length > 0 ? 'factors.text' : 'factors.none')}</p>
                <FactorList factors={data.factors} />
                {data.factors.length > 0 && <RenewCodes left={data.recoveryCodesLeft} onCodes={showCodes} />}
                <AddFactor factors={data.factors} onTotp={() => setView({ name: 'totp' })} onCodes={showCodes} />
              </>
            )
          }
        </Load>
      )}
    </Section>
  )
}

/** The password was entered too long ago. */
const Locked = () => {
  const unlock = async () => {
    if (await askForPassword()) await queryClient.invalidateQueries(ownFactors)
  }
  return (
    <>
      <p className="soft">{t('factors.locked')}</p>
      <div className="actions">
        <Button size="md" variant="default" onClick={unlock}>
          {t('factors.unlock')}
        </Button>
      </div>
    </>
  )
}

/** With fewer left, a user may soon be locked out. */
const few = 3

const RenewCodes = ({ left, onCodes }: { readonly left: number; readonly onCodes: (codes: string[]) => void }) => {
  const renew = useAction({
    run: () => adminCall('POST /api/admin/account/factors/recovery-codes'),
    onDone: ({ recoveryCodes }) => onCodes(recoveryCodes),
    failed: t('factors.codesNotRenewed'),
  })
  const text = t('factors.codesLeft', { count: left })
  return (
    <>
      {left > few ? <p className="soft">{text}</p> : <Note kind="warning">{text}</Note>}
      <div className="actions">
        <ConfirmedButton title={t('factors.renewTitle')} text={t('factors.renewText')} action={renew}>
          {t('factors.renewCodes')}
        </ConfirmedButton>
      </div>
    </>
  )
}

interface AddFactorProps {
  readonly factors: readonly Factor[]
  readonly onTotp: () => void
  /** The first factor comes with recovery codes. */
  readonly onCodes: (codes: string[] | undefined) => void
}

const AddFactor = ({ factors, onTotp, onCodes }: AddFactorProps) => {
  const [naming, setNaming] = useState(false)
  const passkey = useAction({
    run: addPasskey,
    onDone: ({ recoveryCodes }) => onCodes(recoveryCodes),
    done: ({ recoveryCodes }) => (recoveryCodes ? undefined : t('factors.passkeyAdded')),
    failed: t('factors.passkeyNotAdded'),
  })
  const hasTotp = factors.some(({ type }) => type === 'totp')
  return (
    <>
      <div className="actions">
        <ActionButton size="md" Icon={IconDeviceMobile} onClick={onTotp}>
          {t(hasTotp ? 'factors.replaceTotp' : 'factors.addTotp')}
        </ActionButton>
        {canUsePasskeys() && (
          <ActionButton size="md" Icon={IconFingerprint} loading={passkey.isPending} onClick={() => setNaming(true)}>
            {t('factors.addPasskey')}
          </ActionButton>
        )}
      </div>
      {!canUsePasskeys() && <p className="soft">{t('factors.passkeysNeedHttps')}</p>}
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
