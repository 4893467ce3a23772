import { useMutation } from '@tanstack/react-query'
import { adminCall } from './admin-call.ts'
import { endSession } from './session.ts'

export const useLogout = () =>
  useMutation({ mutationFn: () => adminCall('POST /auth/logout'), onSuccess: () => endSession() })
