import { createStore } from '@tanstack/react-store'

/** How many requests with a management link are left, and when the limit resets, in milliseconds since 1970. */
export const managementLimit = createStore({ left: Number.POSITIVE_INFINITY, resetsAt: 0 })

/** @param header `RateLimit` of an answer */
export const recordManagementLimit = (header: string | null): void => {
  const [, left, seconds] = /"management";r=(\d+);t=(\d+)/.exec(header ?? '') ?? []
  if (left !== undefined)
    managementLimit.setState(() => ({ left: Number(left), resetsAt: Date.now() + Number(seconds) * 1000 }))
}
