import type { FastifyRequest } from 'fastify'
import { isOwnMachine } from '#contract/site/own-machine.ts'
import type { Config } from '#server/config/config.ts'
import { normalizedHost } from '#server/domain/hosts/host-name.ts'

const loopback = /^(::1|(::ffff:)?127(\.\d+){3})$/
const forwarding = /^(x-forwarded-.*|x-real-ip|forwarded|via)$/

/**
 * Whether a request comes directly from this machine (D54): over the loopback interface, through no proxy, and to a name of
 * this machine. A foreign name could be one that a web site has pointed at 127.0.0.1 to reach the service by a browser here.
 */
export function isFromThisMachine({ headers, raw }: FastifyRequest, { hosts }: Pick<Config, 'hosts'>): boolean {
  if (!loopback.test(raw.socket.remoteAddress ?? '')) return false
  if (Object.keys(headers).some((name) => forwarding.test(name))) return false
  const host = normalizedHost(headers.host ?? '')
  if (host === hosts.internal?.toLowerCase()) return true
  return URL.canParse(`http://${host}`) && isOwnMachine(`http://${host}`)
}
