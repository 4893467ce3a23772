import { useMutation } from '@tanstack/react-query'
import { adminCall } from '#web/features/admin/shared/admin-call.ts'
import { endSession } from '#web/features/admin/shared/auth/session.ts'

export const useLogout = () =>
  useMutation({ mutationFn: () => adminCall('POST /auth/logout'), onSuccess: () => endSession() })
