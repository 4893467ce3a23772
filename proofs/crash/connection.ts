import { adminCredentials, cookieOf } from '#tests/support/admin.ts'
import type { Random } from '#tests/support/random.ts'

type Send = (path: string, init?: RequestInit) => Promise<Response>

/** Access to a running service. */
export interface Connection {
  /** From a new address each time, unless `init` names one, so that no limit or ban applies. */
  readonly visitor: Send
  readonly admin: Send
}

export interface AdminSession {
  readonly cookie: string
  readonly csrfToken: string
}

export const someAddress = (random: Random) => `10.${random.below(256)}.${random.below(256)}.${random.below(256)}`

/** Sets up the first admin. */
export async function setUpAdmin(url: string): Promise<AdminSession> {
  const response = await fetch(`${url}/auth/setup/initial-admin`, {
    method: 'POST',
    body: JSON.stringify(adminCredentials),
    headers: { 'content-type': 'application/json' },
  })
  if (!response.ok) throw new Error(`No admin was set up: ${await response.text()}`)
  const { csrfToken } = (await response.json()) as { csrfToken: string }
  return { cookie: cookieOf(response), csrfToken }
}

export function connect(url: string, { cookie, csrfToken }: AdminSession, random: Random): Connection {
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
