import { type Random, someAddress } from '#proofs/random.ts'
import type { Session } from '#tests/support/admin.ts'

type Send = (path: string, init?: RequestInit) => Promise<Response>

/** Access to a running service. */
export interface Connection {
  /** From a new address each time, unless `init` names one, so that no limit or ban applies. */
  readonly visitor: Send
  readonly admin: Send
}

export function connect(url: string, { cookie, csrfToken }: Session, random: Random): Connection {
  const send = (path: string, init: RequestInit, more: Record<string, string>) => {
    const headers = new Headers(init.headers)
    for (const [name, value] of Object.entries(more)) if (!headers.has(name)) headers.set(name, value)
    return fetch(`${url}${path}`, { ...init, headers })
  }
  return {
    visitor: (path, init = {}) => send(path, init, { 'x-forwarded-for': someAddress(random) }),
    admin: (path, init = {}) => send(path, init, { cookie, 'x-csrf-token': csrfToken }),
  }
}
