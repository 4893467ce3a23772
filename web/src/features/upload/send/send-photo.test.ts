import { describe, expect, it } from 'vitest'
import { newThroughput, nextPart, recordPart, slowDown } from './send-photo.ts'

const photo = 4_000_000

describe('nextPart', () => {
  it('begins with 512 KiB, and sends the rest at once where the throughput is fast', () => {
    const throughput = newThroughput()
    expect(nextPart(photo, throughput)).toBe(524_288)
    recordPart(throughput, 524_288, 200)
    expect(nextPart(photo, throughput)).toBe(photo)
  })
  it('sends what a slow throughput takes in two seconds', () => {
    const throughput = newThroughput()
    recordPart(throughput, 262_144, 1_000)
    expect(nextPart(photo, throughput)).toBe(524_288)
    slowDown(throughput)
    expect(nextPart(photo, throughput)).toBe(262_144)
  })
  it('leaves no small rest', () => {
    expect(nextPart(700_000, newThroughput())).toBe(700_000)
    expect(nextPart(800_000, newThroughput())).toBe(524_288)
  })
  it('becomes small when connections break at once', () => {
    const throughput = newThroughput()
    for (const _ of [1, 2, 3]) slowDown(throughput)
    expect(nextPart(photo, throughput)).toBe(262_144)
  })
})
