import ipaddr from 'ipaddr.js'

const privateRanges = ['loopback', 'private', 'uniqueLocal', 'carrierGradeNat']

/** Why messages with secrets do not go to this address (D87); undefined where they may. */
export function refusedAddress(
  address: string,
  { protocol, allowsPrivate }: { readonly protocol: string; readonly allowsPrivate: boolean },
): string | undefined {
  const range = ipaddr.isValid(address) ? ipaddr.process(address).range() : 'unknown'
  if (range === 'unicast') return protocol === 'https:' ? undefined : 'must be https'
  if (!privateRanges.includes(range)) return `leads to ${address}, which is no address of a server`
  return allowsPrivate ? undefined : 'leads to a private address, which needs ALLOW_PRIVATE_WEBHOOKS=true'
}

/** The same for an address as text. What its name resolves to is checked with each message. */
export function refusedUrl(address: string, allowsPrivate: boolean): string | undefined {
  const { hostname, protocol } = new URL(address)
  const host = hostname.replace(/^\[|\]$/g, '')
  if (ipaddr.isValid(host)) return refusedAddress(host, { protocol, allowsPrivate })
  if (protocol === 'https:' || allowsPrivate) return undefined
  return 'must be https; ALLOW_PRIVATE_WEBHOOKS=true allows http in the own network'
}
