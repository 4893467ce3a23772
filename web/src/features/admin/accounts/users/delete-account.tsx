import { useNavigate } from '@tanstack/react-router'
import { adminCall } from '#web/features/admin/shared/admin-call.ts'
import { useAction } from '#web/features/admin/shared/use-action.ts'
import { useTexts } from '#web/features/admin/texts/texts.ts'
import type { ListedUser } from './accounts-query.ts'
import { ConfirmedSection } from './confirmed-section.tsx'

export const DeleteAccount = ({ user, isOwn }: { readonly user: ListedUser; readonly isOwn: boolean }) => {
  const { t } = useTexts()
  const navigate = useNavigate()
  const name = user.username
  const remove = useAction({
    run: async () => {
      await adminCall('DELETE /api/admin/users/{id}', { params: { id: String(user.id) } })
      await navigate({ to: '/admin/accounts' })
    },
    done: () => t('accounts.deleted', { name }),
    failed: t('accounts.notDeleted', { name }),
  })
  return (
    <ConfirmedSection
      id="delete-title"
      title={t('accounts.delete')}
      text={t(isOwn ? 'accounts.deleteOwnText' : 'accounts.deleteText')}
      action={t('accounts.delete')}
      question={t('accounts.deleteTitle', { name })}
      pending={remove.isPending}
      onConfirm={() => remove.mutate()}
    />
  )
}
