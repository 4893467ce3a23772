import { adminCall } from '#web/features/admin/shared/admin-call.ts'
import { useAction } from '#web/features/admin/shared/use-action.ts'
import { useTexts } from '#web/features/admin/texts/texts.ts'
import type { ListedUser, UserChange } from './accounts-query.ts'

/** Changes one account; `done` is what it says afterwards. */
export const useChange = ({ id, username }: ListedUser, done: string) => {
  const { t } = useTexts()
  return useAction({
    run: (body: UserChange) => adminCall('PATCH /api/admin/users/{id}', { params: { id: String(id) }, body }),
    done: () => done,
    failed: t('accounts.notChanged', { name: username }),
  })
}
