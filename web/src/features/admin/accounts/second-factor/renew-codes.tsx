import { Button } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import { useState } from 'react'
import { Note } from '#web/components/note.tsx'
import { adminCall } from '#web/features/admin/shared/admin-call.ts'
import { ConfirmDialog } from '#web/features/admin/shared/confirm-dialog.tsx'
import section from '#web/features/admin/shared/section.module.css'
import { useAction } from '#web/features/admin/shared/use-action.ts'
import { useTexts } from '#web/features/admin/texts/texts.ts'

/** With fewer left, a user may soon be locked out. */
const few = 3

const CodesLeft = ({ left }: { readonly left: number }) => {
  const { t } = useTexts()
  const text = t('factors.codesLeft', { count: left })
  if (left > few) return <p className={section.soft}>{text}</p>
  return (
    <Note kind="warning" icon={<IconAlertTriangle />}>
      <p>{text}</p>
    </Note>
  )
}

export const RenewCodes = ({
  left,
  onCodes,
}: {
  readonly left: number
  readonly onCodes: (codes: string[]) => void
}) => {
  const { t } = useTexts()
  const [asking, setAsking] = useState(false)
  const renew = useAction({
    run: () => adminCall('POST /api/admin/account/factors/recovery-codes'),
    done: ({ recoveryCodes }) => {
      onCodes(recoveryCodes)
      return undefined
    },
    failed: t('factors.codesNotRenewed'),
  })
  return (
    <>
      <CodesLeft left={left} />
      <div className={section.actions}>
        <Button size="md" variant="default" loading={renew.isPending} onClick={() => setAsking(true)}>
          {t('factors.renewCodes')}
        </Button>
      </div>
      <ConfirmDialog
        open={asking}
        title={t('factors.renewTitle')}
        confirm={t('factors.renewCodes')}
        onClose={() => setAsking(false)}
        onConfirm={() => renew.mutate()}
      >
        <p>{t('factors.renewText')}</p>
      </ConfirmDialog>
    </>
  )
}
