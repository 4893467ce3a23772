import { useMutation } from '@tanstack/react-query'
import { adminCall } from '#web/features/admin/shared/admin-call.ts'
import { requireStrongPassword } from '#web/features/admin/shared/auth/password-rank.ts'
import { openSession } from '#web/features/admin/shared/auth/session.ts'

export interface PasswordChange {
  readonly currentPassword: string
  readonly newPassword: string
}

export const useChangePassword = (onDone: () => void = () => {}) =>
  useMutation({
    mutationFn: async (body: PasswordChange) => {
      await requireStrongPassword({ password: body.newPassword })
      return adminCall('POST /auth/change-password', { body })
    },
    onSuccess: (answer) => {
      openSession(answer)
      onDone()
    },
  })
