import { describe, expect, it } from 'vitest'
import { clientAddress, countedAddress } from './client-address.ts'

describe('clientAddress', () => {
  it.each([
    ['::ffff:203.0.113.7', '203.0.113.7'],
    ['203.0.113.7:8080', '203.0.113.7'],
    ['2001:db8::7', '2001:db8::7'],
  ])('is written as people know it: %s as %s', (ip, address) => {
    expect(clientAddress({ ip })).toBe(address)
  })
})

describe('countedAddress', () => {
  it.each([
    ['an IPv4 address', '203.0.113.7', '203.0.113.7'],
    ['an IPv4 address written as IPv6', '::ffff:203.0.113.7', '203.0.113.7'],
    ['the same in hexadecimal', '::ffff:cb00:7107', '203.0.113.7'],
    ['the /64 of an IPv6 address', '2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
    ['the same /64 for a neighbour', '2001:0db8:0001:0002:ffff::1', '2001:db8:1:2::/64'],
    ['an address with a zone', 'fe80::1%eth0', 'fe80::/64'],
    ['the own machine', '::1', '::/64'],
    ['what is no address', 'proxy.example', 'unknown'],
    ['nothing', '', 'unknown'],
  ])('takes %s', (_what, address, counted) => {
    expect(countedAddress(address)).toBe(counted)
  })
})
