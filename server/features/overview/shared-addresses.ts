import ipaddr from 'ipaddr.js'
import { limits } from '#contract/limits.ts'
import { isInNetworks } from '#server/domain/hosts/hosts.ts'
import { countedAddress } from '#server/http/access/client-address.ts'
import type { Deps } from '#server/ports/deps.ts'

const weekMs = 7 * 24 * 60 * 60_000

/** Networks for SHARED_NETWORKS, which does not name them yet: the links of so many groups are not one person's. */
export async function findSharedAddresses(
  { database, config }: Pick<Deps, 'database' | 'config'>,
  now: Date,
): Promise<string[]> {
  const used = await database.auditLog.usedLinks(new Date(now.getTime() - weekMs).toISOString())
  const byAddress = Map.groupBy(
    used.filter(({ address }) => mayBeShared(address, config)),
    ({ address }) => countedAddress(address),
  )
  const shared = [...byAddress].filter(
    ([, links]) => new Set(links.map(({ groupId }) => groupId)).size >= limits.linksOfSharedAddress,
  )
  return shared.map(([address]) => (address.includes('/') ? address : `${address}/32`)).toSorted()
}

/** A loopback address is that of a proxy whose clients are not told apart. */
const mayBeShared = (address: string, { sharedNetworks }: Deps['config']): boolean =>
  ipaddr.isValid(address) && ipaddr.process(address).range() !== 'loopback' && !isInNetworks(address, sharedNetworks)
