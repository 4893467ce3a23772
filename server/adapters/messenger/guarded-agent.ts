import dns from 'node:dns'
import http from 'node:http'
import https from 'node:https'
import { isIP, type LookupFunction } from 'node:net'
import { refusedAddress } from '#server/domain/hosts/reachable.ts'

/** Connects only to addresses that messages may go to, whatever the name leads to at this moment (D87). */
export function guardedAgent(url: URL, allowsPrivate: boolean): http.Agent | https.Agent {
  const { protocol } = url
  const refusalOf = (addresses: readonly string[]) =>
    addresses.map((each) => refusedAddress(each, { protocol, allowsPrivate })).find((why) => why !== undefined)
  const lookup: LookupFunction = (host, options, done) =>
    dns.lookup(host, { ...options, all: true }, (error, found) => {
      const refusal = refusalOf(found?.map(({ address }) => address) ?? [])
      const [first] = found ?? []
      if (error || refusal || !first) return done(error ?? new Error(`${host} ${refusal}`), '')
      return options.all ? done(null, found) : done(null, first.address, first.family)
    })
  // Of an address that is written as one, nothing is looked up.
  const host = url.hostname.replace(/^\[|\]$/g, '')
  const refusal = isIP(host) === 0 ? undefined : refusalOf([host])
  if (refusal !== undefined) throw new Error(`${host} ${refusal}`)
  return protocol === 'https:' ? new https.Agent({ lookup }) : new http.Agent({ lookup })
}
