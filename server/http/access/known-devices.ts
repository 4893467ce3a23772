import { createHmac, randomBytes } from 'node:crypto'
import { fastifyCookie } from '@fastify/cookie'
import type { FastifyRequest } from 'fastify'
import { sameText } from '#server/domain/digest.ts'
import { usernameKey } from '#server/domain/user.ts'
import type { Deps } from '#server/ports/deps.ts'

const yearSeconds = 365 * 24 * 60 * 60

/**
 * Recognises browsers that have logged in before, by a signed cookie per account. Their wrong passwords are counted by
 * device, so that others at the same address cannot lock them out (D53). The cookie alone opens nothing.
 */
export interface KnownDevices {
  /** Names the device in limits; undefined when this account has not logged in with it within a year. */
  find(request: FastifyRequest, username: string): string | undefined
  /** The cookie to set after a login; `maxAge` in seconds. */
  cookieFor(username: string): { readonly name: string; readonly value: string; readonly maxAge: number }
}

export function createKnownDevices({ clock }: Pick<Deps, 'clock'>, key: Buffer): KnownDevices {
  const sign = (username: string, text: string) =>
    createHmac('sha256', key)
      .update(`${usernameKey(username)}\n${text}`)
      .digest('base64url')
  const nameFor = (username: string) => `device-${sign(username, 'name').slice(0, 16)}`
  const now = () => Math.floor(clock.now().getTime() / 1_000)

  return {
    find({ headers }, username) {
      const cookie = fastifyCookie.parse(headers.cookie ?? '')[nameFor(username)]
      const [id = '', until = '', signature = ''] = cookie?.split('.') ?? []
      const isValid = sameText(signature, sign(username, `${id}.${until}`)) && Number(until) > now()
      return isValid ? id : undefined
    },

    cookieFor(username) {
      const content = `${randomBytes(16).toString('base64url')}.${now() + yearSeconds}`
      return { name: nameFor(username), value: `${content}.${sign(username, content)}`, maxAge: yearSeconds }
    },
  }
}
