import { useMutation } from '@tanstack/react-query'
import { adminCall } from './admin-call.ts'
import { openSession } from './session.ts'

export interface PasswordChange {
  readonly currentPassword: string
  readonly newPassword: string
}

export const useChangePassword = (onDone: () => void = () => {}) =>
  useMutation({
    mutationFn: (body: PasswordChange) => adminCall('POST /auth/change-password', { body }),
    onSuccess: (answer) => {
      openSession(answer)
      onDone()
    },
  })
