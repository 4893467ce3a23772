import ipaddr from 'ipaddr.js'

/** An address and the number of bits that all addresses of the network share with it. */
export type Network = readonly [ipaddr.IPv4 | ipaddr.IPv6, number]

/** A list of CIDRs, separated by commas or spaces; undefined when one of them is not a CIDR. */
export function networksFrom(text: string): Network[] | undefined {
  const parts = text.split(/[\s,]+/).filter((part) => part !== '')
  return parts.every(ipaddr.isValidCIDR) ? parts.map(ipaddr.parseCIDR) : undefined
}

/** An IPv4 address that is written as IPv6 counts as IPv4; anything else is in no network. */
export function isInNetworks(address: string, networks: readonly Network[]): boolean {
  if (networks.length === 0 || !ipaddr.isValid(address)) return false
  const parsed = ipaddr.process(address)
  return networks.some(([base, bits]) => parsed.kind() === base.kind() && parsed.match(base, bits))
}

/** Lower case, without the port and without the dot of a fully qualified name. */
export const normalizedHost = (host: string): string =>
  host
    .trim()
    .toLowerCase()
    .replace(/:\d*$/, '')
    .replace(/(?<=[^.])\.$/, '')
