import { networkInterfaces } from 'node:os'
import type { FastifyRequest } from 'fastify'
import { isOwnMachine } from '#contract/site/own-machine.ts'
import type { Config } from '#server/config/config.ts'
import { normalizedHost } from '#server/domain/hosts/hosts.ts'
import { siteUrl } from './request-host.ts'

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

/** Bridges of containers and virtual machines: no other device is in them. */
const innerNetworks = /^(docker|br-|veth|virbr|cni|flannel|lo)/

/**
 * Addresses under which other devices of the same network may reach this machine, for a page that was opened as localhost.
 * Empty where the address that visitors get is not this machine's own.
 */
function proposedUrls(request: FastifyRequest, config: Config): string[] {
  const url = new URL(`${siteUrl(request, config)}/`)
  if (!isOwnMachine(url.href)) return []
  const outside = Object.entries(networkInterfaces()).filter(([name]) => !innerNetworks.test(name))
  const addresses = outside.flatMap(([, each = []]) =>
    each.filter(({ family, internal }) => family === 'IPv4' && !internal),
  )
  return addresses.map(({ address }) => {
    url.hostname = address
    return url.href
  })
}

/** The same without a session, but only for a browser on this machine: its addresses are not revealed to others. */
export function localProposedUrls(request: FastifyRequest, config: Config): string[] {
  return isFromThisMachine(request, config) ? proposedUrls(request, config) : []
}

/** How this request came: by an address that visitors can use, through which proxies. */
export function reachedBy(request: FastifyRequest, config: Config) {
  const uploadUrl = `${siteUrl(request, config)}/`
  const forwarded = [request.headers['x-forwarded-for']].flat().join(',').split(',')
  return {
    uploadUrl,
    proposedUrls: proposedUrls(request, config),
    isSecure: uploadUrl.startsWith('https:'),
    hopsSeen: forwarded.filter((each) => each.trim() !== '').length,
    hopsTrusted: config.trustProxyHops ?? null,
  }
}
