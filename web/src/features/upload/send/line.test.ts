import { describe, expect, it } from 'vitest'
import { measured, newLine, nextPart, slowDown } from './line.ts'

const photo = 4_000_000

describe('nextPart', () => {
  it('begins with 1 MiB, and sends the rest at once where the line is fast', () => {
    const line = newLine()
    expect(nextPart(photo, line)).toBe(1_048_576)
    measured(line, 1_048_576, 400)
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
    expect(nextPart(1_500_000, newLine())).toBe(1_500_000)
    expect(nextPart(1_600_000, newLine())).toBe(1_048_576)
  })
  it('becomes small when connections break at once', () => {
    const line = newLine()
    for (const _ of [1, 2, 3]) slowDown(line)
    expect(nextPart(photo, line)).toBe(262_144)
  })
})
