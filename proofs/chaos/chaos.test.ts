import { describe, expect, it } from 'vitest'
import { newDatabase } from '#tests/support/servers/databases.ts'
import { sharedService } from '#tests/support/servers/shared-service.ts'
import { quickFaults } from './faults.ts'
import { runChaos } from './run-chaos.ts'
import { buildWorld } from './world.ts'

const server = await sharedService('postgres')
const s3 = await sharedService('s3')
const haproxy = await sharedService('haproxy')

describe.skipIf(!server || !s3 || !haproxy)('two replicas behind a load balancer, under load', () => {
  it('keep what they accepted when one is killed and the database is gone for a while', {
    timeout: 120_000,
  }, async () => {
    if (server === undefined || s3 === undefined) return
    await using database = await newDatabase(server)
    await using world = await buildWorld({ databaseUrl: database.url, s3 })
    const { broken, record } = await runChaos({
      world,
      faults: quickFaults,
      seed: 1,
      seconds: 3,
      visitors: 1,
      pause: 1,
    })
    expect(broken.join('\n')).toBe('')
    expect(record.faults.map(({ part }) => part)).toEqual(['replica', 'database'])
    expect(record.sent.some(({ code }) => code === 'TEMPORARILY_UNAVAILABLE')).toBe(true)
    expect(record.sent.length).toBeGreaterThan(50)
  })
})
