import { describe, expect, it } from 'vitest'
import { createPasswords } from './argon2-passwords.ts'

describe('passwords', () => {
  it('are kept as argon2id with 64 MiB and three passes, each with its own salt', async () => {
    const passwords = createPasswords()
    const [one, two] = [await passwords.hash('long enough'), await passwords.hash('long enough')]
    expect(one).toMatch(/^\$argon2id\$v=19\$m=65536,t=3,p=1\$[\w+/]{22}\$[\w+/]{43}$/)
    expect(one).not.toBe(two)
    expect(await passwords.verify(one, 'long enough')).toBe(true)
    expect(await passwords.verify(one, 'long enough ')).toBe(false)
  })

  it('without a hash are wrong, after as much work', async () => {
    const passwords = createPasswords()
    const before = process.cpuUsage()
    for (let n = 0; n < 3; n += 1) expect(await passwords.verify(undefined, 'wrong')).toBe(false)
    const { user } = process.cpuUsage(before)
    // Three times 64 MiB and three passes take more anywhere; without the work it would be none.
    expect(user / 1000).toBeGreaterThan(20)
  })

  it('are the same however their characters are composed', async () => {
    const passwords = createPasswords({ memoryCost: 64, timeCost: 1 })
    expect(await passwords.verify(await passwords.hash('Schlu\u0308ssel'), 'Schl\u00fcssel')).toBe(true)
  })

  it('are not hashed when too many wait', async () => {
    const passwords = createPasswords({ memoryCost: 64, timeCost: 1 })
    const outcomes = await Promise.allSettled(Array.from({ length: 60 }, () => passwords.verify(undefined, 'x')))
    const refused = outcomes.filter(({ status }) => status === 'rejected')
    expect(refused.length).toBeGreaterThan(0)
    expect(refused).toEqual(
      refused.map(() => ({ status: 'rejected', reason: expect.objectContaining({ code: 'TEMPORARILY_UNAVAILABLE' }) })),
    )
    expect(await passwords.verify(undefined, 'x')).toBe(false)
  })
})
