import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { AppError } from '#server/domain/errors.ts'
import { deliverNotifications } from '#server/jobs/deliver-notifications.ts'
import type { Notice } from '#server/ports/notifications/messenger.ts'
import { uploadGroup } from '#tests/support/upload.ts'
import { deliver, hour, messengerService, minute, queue, second, uploadOf } from './messenger-service.ts'

const service = messengerService()

describe('an outage of ten minutes', () => {
  it('loses nothing: soon after it, every message arrives once, those of a group in order', async () => {
    const app = await service.start()
    await service.bot.stop()
    const expected: string[] = []
    for (let half = 0; half < 20; half++) {
      const title = `${half % 2 === 0 ? 'a' : 'b'}${half}`
      await queue(app, uploadOf(title.slice(0, 1), title))
      expected.push(title)
      await service.pass(app, 30 * second)
    }
    expect(service.bot.messages).toEqual([])
    await service.bot.start()
    await service.pass(app, 6 * minute)
    expect(service.titles().toSorted()).toEqual(expected.toSorted())
    for (const group of ['a', 'b']) {
      const ofGroup = (title: string | undefined) => title?.startsWith(group)
      expect(service.titles().filter(ofGroup)).toEqual(expected.filter(ofGroup))
    }
    await service.pass(app, hour, minute)
    expect(service.bot.messages).toHaveLength(expected.length)
  })

  it('does not cause more and more calls', async () => {
    const app = await service.start()
    service.bot.refuse = () => ({ error_code: 502, description: 'Bad Gateway' })
    await queue(app, ...Array.from({ length: 30 }, (_, n) => uploadOf(`g${n}`, `t${n}`)))
    await service.pass(app, 10 * minute)
    expect(service.bot.calls()).toBeGreaterThan(4)
    expect(service.bot.calls()).toBeLessThan(10)
  })

  it('survives a restart', async () => {
    const app = await service.start()
    await service.bot.stop()
    await queue(app, uploadOf('g', 'first'), uploadOf('g', 'second'))
    await service.pass(app, 5 * minute)
    await app.stop()
    await service.bot.start()
    service.clock.advance(5 * minute)
    await service.start({ dataDir: app.dataDir, jobs: true })
    await expect.poll(service.titles).toEqual(['first', 'second'])
  })
})

describe('a limit of the API (429)', () => {
  it('pauses every process and message as long as retry_after says', async () => {
    const app = await service.start()
    service.bot.refuse = () => ({
      error_code: 429,
      description: 'Too Many Requests',
      parameters: { retry_after: 30 },
    })
    await queue(app, uploadOf('g', 'first'), uploadOf('h', 'second'))
    await deliver(app)
    expect(service.bot.calls()).toBe(1)
    service.bot.refuse = () => undefined
    await queue(app, uploadOf('i', 'third'))
    service.clock.advance(30 * second - 1)
    await deliver(app)
    await deliver(app, 'another process')
    expect(service.bot.calls()).toBe(1)
    service.clock.advance(1)
    await deliver(app)
    expect(service.titles()).toEqual(['first', 'second', 'third'])
  })
})

describe('a message that the API refuses', () => {
  it('delays only its own group, and is dropped after a day', async () => {
    const app = await service.start()
    service.bot.refuse = ({ text }) =>
      text.includes('bad') ? { error_code: 400, description: 'Bad Request: refused' } : undefined
    await queue(app, uploadOf('g', 'bad'), uploadOf('g', 'after bad'), uploadOf('h', 'good'))
    await deliver(app)
    expect(service.titles()).toEqual(['good'])
    service.bot.refuse = ({ text }) => (/: bad$/m.test(text) ? { error_code: 400, description: 'no' } : undefined)
    await service.pass(app, 23 * hour, 10 * minute)
    expect(service.titles()).toEqual(['good'])
    expect(app.logged()).not.toContain('given up')
    await service.pass(app, 2 * hour, 10 * minute)
    expect(app.logged()).toContain('given up')
    expect(service.titles()).toEqual(['good', 'after bad'])
  })
})

describe('a day', () => {
  it('is the time that messages are kept during an outage', async () => {
    const app = await service.start()
    await service.bot.stop()
    await queue(app, uploadOf('g', 'first'), uploadOf('g', 'second'))
    await service.pass(app, 23 * hour, 10 * minute)
    await queue(app, uploadOf('g', 'later'))
    await service.pass(app, 2 * hour, 10 * minute)
    await service.bot.start()
    await service.pass(app, hour, 10 * minute)
    expect(service.titles()).toEqual(['later'])
  })

  it('does not count while the service is down', async () => {
    const app = await service.start()
    await queue(app, uploadOf('g', 'before the holidays'))
    service.clock.advance(14 * 24 * hour)
    await service.bot.stop()
    await deliver(app)
    await service.bot.start()
    await service.pass(app, minute)
    expect(service.titles()).toEqual(['before the holidays'])
  })
})

describe('a crash', () => {
  it('between the commit and sending loses nothing', async () => {
    const app = await service.start()
    await uploadGroup(app, { parts: { metadata: { title: 'kept' } } })
    await app.stop()
    expect(service.bot.calls()).toBe(0)
    await service.start({ dataDir: app.dataDir, jobs: true })
    await expect.poll(service.titles).toEqual(['kept'])
  })

  it('between sending and recording repeats at most that message, and the next process continues', async () => {
    const app = await service.start()
    await queue(app, uploadOf('g', 'first'), uploadOf('g', 'second'), uploadOf('g', 'third'))
    const messenger = app.app.deps.messengers.get('chat')
    const dying = {
      async send(message: Notice) {
        await messenger?.send(message)
        if (message.text.includes('second')) throw new Error('the process ends here')
        return { outcome: 'delivered' } as const
      },
    }
    const signal = new AbortController().signal
    const deps = { ...app.app.deps, messengers: new Map([['chat', dying] as const]) }
    const crashed = deliverNotifications(deps, { channel: 'chat', owner: randomUUID(), signal })
    await expect(crashed).rejects.toThrow('ends here')
    await service.pass(app, minute)
    expect(service.titles()).toEqual(['first', 'second', 'second', 'third'])
  })
})

describe('a database that fails between sending a message and recording it', () => {
  it('does not repeat the message once it is back', async () => {
    const app = await service.start()
    await queue(app, uploadOf('g', 'first'), uploadOf('g', 'second'))
    const { messengers, database } = app.app.deps
    const messenger = messengers.get('chat')
    let lost = false
    const sends = {
      async send(message: Notice) {
        lost = message.text.includes('first')
        return (await messenger?.send(message)) ?? { outcome: 'unavailable' as const, reason: 'none' }
      },
    }
    const transaction: typeof database.transaction = async (run) => {
      if (!lost) return database.transaction(run)
      lost = false
      throw new AppError('TEMPORARILY_UNAVAILABLE', 'The database cannot be reached right now')
    }
    const deps = {
      ...app.app.deps,
      messengers: new Map([['chat', sends] as const]),
      database: { ...database, transaction },
    }
    const { signal } = new AbortController()
    const process = { channel: 'chat', owner: randomUUID(), signal, delivered: new Map() } as const
    await expect(deliverNotifications(deps, process)).rejects.toThrow('cannot be reached')
    await deliverNotifications(deps, process)
    expect(service.titles()).toEqual(['first', 'second'])
  })
})

describe('the bot token', () => {
  it.each([
    ['the API cannot be reached', () => service.bot.stop()],
    ['the API refuses it', () => refuseWith(401, 'Unauthorized')],
    ['the API quotes the address', () => refuseWith(400, `Bad Request: POST /bot${service.bot.token}/sendMessage`)],
    ['the API breaks off', () => refuseWith(500, encodeURIComponent(service.bot.token))],
  ])('is never logged: %s', async (_, fail) => {
    const app = await service.start()
    await fail()
    await queue(app, uploadOf('g', 'title'))
    await deliver(app)
    expect(app.logged()).toContain('not delivered')
    expect(app.logged()).not.toContain('secret_of-the-tests')
  })

  async function refuseWith(error_code: number, description: string) {
    service.bot.refuse = () => ({ error_code, description })
  }
})
