import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { openStorage } from '#server/adapters/database/storage.ts'
import type { Storage } from '#server/ports/storage.ts'
import { type Place, testEngines } from '#tests/support/engines.ts'

const at = (time: string) => `2026-11-11T${time}:00.000Z`
const payload = { name: null, title: null, year: 2026, imageCount: 1 }

describe.each(await testEngines())('background work on %s', (_engine, newPlace) => {
  let place: Place
  let storage: Storage
  beforeEach(async () => {
    place = await newPlace()
    storage = await openStorage(place.open())
  })
  afterEach(async () => {
    await storage[Symbol.asyncDispose]()
    await place[Symbol.asyncDispose]()
  })

  const add = (groupId: string | null, time = at('10:00')) =>
    storage.transaction((tx) => tx.notifications.add({ kind: 'upload', groupId, payload, createdAt: time }))
  const next = async (time = at('10:00')) => {
    const found = await storage.nextNotification(time)
    return found && { groupId: found.groupId, attempts: found.attempts, id: found.id }
  }

  describe('the outbox', () => {
    it('gives the oldest that is due, as it was added', async () => {
      await add('g')
      await add('h')
      expect(await storage.nextNotification(at('10:00'))).toEqual({
        id: expect.any(Number),
        kind: 'upload',
        groupId: 'g',
        payload,
        attempts: 0,
      })
      expect(await next(at('09:59'))).toBeUndefined()
    })

    it('holds back what is behind an earlier one of its group, and nothing else', async () => {
      await add('g')
      await add('g')
      await add(null)
      await add(null)
      const first = await next()
      await storage.transaction((tx) => tx.notifications.postpone(first?.id ?? 0, at('11:00')))
      expect(await next()).toMatchObject({ groupId: null, attempts: 0 })
      const others: (string | null | undefined)[] = []
      for (let found = await next(at('11:00')); found; found = await next(at('11:00'))) {
        others.push(found.groupId)
        await storage.transaction((tx) => tx.notifications.remove(found?.id ?? 0))
      }
      expect(others).toEqual(['g', 'g', null, null])
    })

    it('counts failures of what is due, and gives up what is past its day and has failed often enough', async () => {
      await add('old', at('10:00'))
      await add('young', at('10:01'))
      await add('later', at('23:00'))
      const count = () => storage.transaction((tx) => tx.notifications.countFailure(at('12:00')))
      const giveUp = () => storage.transaction((tx) => tx.notifications.giveUp('2026-11-12T10:00:00.000Z', 2))
      await count()
      expect(await giveUp()).toEqual([])
      await count()
      expect(await giveUp()).toMatchObject([{ groupId: 'old', attempts: 2, kind: 'upload', payload }])
      expect(await next()).toBeUndefined()
      expect(await next(at('12:00'))).toMatchObject({ groupId: 'young', attempts: 2 })
    })

    it('tells its listeners of a commit, and not of what was rolled back', async () => {
      let heard = 0
      storage.onNotification(() => heard++)
      await expect(
        storage.transaction(async (tx) => {
          await tx.notifications.add({ kind: 'upload', groupId: 'g', payload, createdAt: at('10:00') })
          throw new Error('no')
        }),
      ).rejects.toThrow('no')
      expect([heard, await next()]).toEqual([0, undefined])
      await add('g')
      await storage.transaction((tx) => tx.jobs.noteRun('cleanup', at('10:00')))
      expect(heard).toBe(1)
    })
  })

  describe('the jobs', () => {
    const take = (owner: string, now: string, until: string) =>
      storage.transaction((tx) => tx.jobs.take('cleanup', { owner, now: at(now), until: at(until) }))
    const giveBack = (owner: string, pauseUntil?: string) =>
      storage.transaction((tx) => tx.jobs.giveBack('cleanup', owner, pauseUntil))

    it('are one process at a time to have, until it gives them back or its time is up', async () => {
      expect(await take('a', '10:00', '10:10')).toBe(true)
      expect(await take('b', '10:09', '10:19')).toBe(false)
      expect(await take('a', '10:09', '10:20')).toBe(true)
      await giveBack('b')
      expect(await take('b', '10:19', '10:30')).toBe(false)
      expect(await take('b', '10:20', '10:30')).toBe(true)
      await giveBack('b')
      expect(await take('a', '10:21', '10:30')).toBe(true)
    })

    it('are taken by one of many that ask at once', async () => {
      const asked = await Promise.all(['a', 'b', 'c', 'd'].map((owner) => take(owner, '10:00', '10:10')))
      expect(asked.filter(Boolean)).toHaveLength(1)
    })

    it('pause for whoever asks, and the pause outlives a start', async () => {
      await take('a', '10:00', '10:10')
      await giveBack('a', at('10:30'))
      await storage.transaction((tx) => tx.jobs.giveBackAll())
      expect(await take('a', '10:29', '10:40')).toBe(false)
      expect(await take('b', '10:30', '10:40')).toBe(true)
      await storage.transaction((tx) => tx.jobs.giveBackAll())
      expect(await take('a', '10:31', '10:40')).toBe(true)
    })

    it('have served what was due when they were first seen, and remember what they served and ran', async () => {
      const lastServed = (due: string) => storage.transaction((tx) => tx.jobs.lastServed('cleanup', due))
      expect(await storage.jobs.lastRun('cleanup')).toBeNull()
      await storage.transaction((tx) => tx.jobs.noteRun('cleanup', at('08:00')))
      expect(await lastServed(at('09:00'))).toBe(at('09:00'))
      expect(await lastServed(at('10:00'))).toBe(at('09:00'))
      await storage.transaction((tx) => tx.jobs.noteServed('cleanup', at('10:00')))
      expect(await lastServed(at('11:00'))).toBe(at('10:00'))
      expect(await storage.jobs.lastRun('cleanup')).toBe(at('08:00'))
    })
  })
})
