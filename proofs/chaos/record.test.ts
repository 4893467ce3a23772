import { describe, expect, it } from 'vitest'
import { complaint, type Fault, type Sent } from './record.ts'

const hang: Fault = { name: 'S3 hangs', part: 'files', began: 10_000, ended: 40_000, kills: [] }
const killed: Fault = {
  name: 'replica 1: kill -9',
  part: 'replica',
  began: 50_000,
  ended: 60_000,
  kills: [{ began: 50_000, ended: 50_100 }],
}
const faults = [hang, killed]

const sent = (began: number, ended: number, answer: Partial<Sent>): Sent => ({
  kind: 'upload',
  began,
  ended,
  status: 200,
  code: undefined,
  cause: undefined,
  retryAfter: false,
  ...answer,
})
const refused = { status: 503, code: 'TEMPORARILY_UNAVAILABLE', retryAfter: true }
const lost = { status: 'lost' } as const

describe('complaint', () => {
  it('allows a clear 503 while a part is down and for a second after', () => {
    expect(complaint(sent(12_000, 42_000, refused), faults)).toBeUndefined()
    expect(complaint(sent(40_900, 40_950, refused), faults)).toBeUndefined()
    expect(complaint(sent(41_100, 41_200, refused), faults)).toContain(
      'while all parts were up, asked 1.1 s after S3 hangs',
    )
  })

  it('allows no other answer while the database or the bucket is down', () => {
    expect(complaint(sent(12_000, 72_000, { status: 504 }), [hang])).toContain('504 after 60.0 s, during S3 hangs')
    expect(complaint(sent(12_000, 13_000, lost), faults)).toContain('lost after 1.0 s, during S3 hangs')
    expect(complaint(sent(12_000, 13_000, { ...refused, retryAfter: false }), faults)).toBeDefined()
  })

  it('allows a broken connection at the moment of a kill, also of a request that began in an outage', () => {
    expect(complaint(sent(49_000, 50_050, lost), faults)).toBeUndefined()
    expect(complaint(sent(36_000, 50_050, lost), faults)).toBeUndefined()
    expect(complaint(sent(55_000, 55_100, lost), faults)).toContain('during replica 1: kill -9')
  })

  it('allows nothing to fail while only connections are reset', () => {
    const resets: Fault = { ...hang, name: 'S3 resets', part: 'clients' }
    expect(complaint(sent(12_000, 13_000, refused), [resets])).toContain('during S3 resets')
  })
})
