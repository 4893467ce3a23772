import { useTexts } from '#web/features/admin/texts/texts.ts'
import type { ListedUser } from './accounts-query.ts'
import { ConfirmedSection } from './confirmed-section.tsx'
import { useChange } from './use-change.ts'

/** For a lost phone. */
export const ChangeFactors = ({ user }: { readonly user: ListedUser }) => {
  const { t } = useTexts()
  const name = user.username
  const change = useChange(user, t('accounts.factorsRemoved', { name }))
  return (
    <ConfirmedSection
      id="remove-factors-title"
      title={t('accounts.secondFactor')}
      text={t('accounts.removeFactorsText')}
      action={t('accounts.removeFactors')}
      question={t('accounts.removeFactorsTitle', { name })}
      pending={change.isPending}
      onConfirm={() => change.mutate({ removeFactors: true })}
    />
  )
}
