import { describe, expect, it } from 'vitest'
import { measured, newLine, nextPart, slowDown } from './line.ts'

const photo = 4_000_000

describe('nextPart', () => {
  it('begins with 512 KiB, and sends the rest at once where the line is fast', () => {
    const line = newLine()
    expect(nextPart(photo, line)).toBe(524_288)
    measured(line, 524_288, 200)
    expect(nextPart(photo, line)).toBe(photo)
  })
  it('sends what a slow line takes in two seconds', () => {
    const line = newLine()
    measured(line, 262_144, 1_000)
    expect(nextPart(photo, line)).toBe(524_288)
    slowDown(line)
    expect(nextPart(photo, line)).toBe(262_144)
  })
  it('leaves no small rest', () => {
    expect(nextPart(700_000, newLine())).toBe(700_000)
    expect(nextPart(800_000, newLine())).toBe(524_288)
  })
  it('becomes small when connections break at once', () => {
    const line = newLine()
    for (const _ of [1, 2, 3]) slowDown(line)
    expect(nextPart(photo, line)).toBe(262_144)
  })
})
