import { useEffect, useState } from 'react'
import { ApiError } from '#web/api/api-error.ts'

const limits = ['RATE_LIMITED', 'IP_BANNED']

/** True until a limit or a ban ends. */
export const useLimited = (error: unknown): boolean => {
  const seconds = error instanceof ApiError && limits.includes(error.code) ? (error.retryAfter ?? 0) : 0
  const [passed, setPassed] = useState<unknown>()
  useEffect(() => {
    if (seconds === 0) return
    const timer = setTimeout(() => setPassed(error), seconds * 1000)
    return () => clearTimeout(timer)
  }, [error, seconds])
  return seconds > 0 && passed !== error
}
