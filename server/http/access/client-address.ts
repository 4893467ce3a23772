import { isIP } from 'node:net'
import type { FastifyRequest } from 'fastify'
import ipaddr from 'ipaddr.js'

/** Some proxies write the port into `X-Forwarded-For`. */
const withoutPort = (address: string): string =>
  /^\[(.+)\](:\d+)?$/.exec(address)?.[1] ?? (/^[\d.]+:\d+$/.test(address) ? address.replace(/:\d+$/, '') : address)

/** An IPv4 address that a socket for both families writes as IPv6. */
const asIPv4 = (address: string): string => address.replace(/^::ffff:(?=[\d.]+$)/i, '')

/** The address of the client: that of the connection, or as many hops of `X-Forwarded-For` as are trusted (D39). */
export const clientAddress = (request: Pick<FastifyRequest, 'ip'>): string => asIPv4(withoutPort(request.ip ?? ''))

/**
 * The key that limits count a client by: an IPv4 address, even written as IPv6, or the /64 of an IPv6 address, which
 * is what one client has. Everything else counts as one client.
 */
export function countedAddress(address: string): string {
  if (isIP(address) === 0) return 'unknown'
  const parsed = ipaddr.process(address)
  if (parsed.kind() === 'ipv4') return parsed.toString()
  const network = ipaddr.IPv6.networkAddressFromCIDR(`${parsed.toNormalizedString()}/64`)
  return `${network.toRFC5952String()}/64`
}

/** The network that an address is in: the /24 of an IPv4 address, the /64 of an IPv6 address. */
export function countedNetwork(address: string): string {
  const counted = countedAddress(address)
  if (isIP(counted) !== 4) return counted
  return `${ipaddr.IPv4.networkAddressFromCIDR(`${counted}/24`)}/24`
}
