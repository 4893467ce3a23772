import { IconAlertTriangle } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Note } from '#web/components/note.tsx'
import { useAdmin } from '#web/features/admin/shared/auth/session.ts'
import { overview } from '#web/features/admin/shared/queries.ts'
import { useTexts } from '#web/features/admin/texts/texts.ts'

/** Says that phones cannot reach the address of the code, and what to set. */
export const Unreachable = ({ url }: { readonly url: string }) => {
  const { t } = useTexts()
  const isAdmin = useAdmin()?.role === 'admin'
  const { data } = useQuery({ ...overview, enabled: isAdmin })
  const proposed = data?.reached.proposedUrls.join(', ') ?? ''
  return (
    <Note kind="warning" icon={<IconAlertTriangle size={22} />} title={t('check.ownMachine', { url })}>
      {proposed === '' ? t('check.ownMachineText') : t('check.ownMachineProposal', { proposed })}
    </Note>
  )
}
