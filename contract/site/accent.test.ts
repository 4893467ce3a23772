import { colord, extend } from 'colord'
import a11y from 'colord/plugins/a11y'
import { describe, expect, it } from 'vitest'
import { accentIn } from './accent.ts'

extend([a11y])

describe('accentIn', () => {
  it.each(['#ffee00', '#000000', '#ffffff', '#808080', '#4a6d42', '#0000ff'])(
    '%s is readable in both schemes',
    (colour) => {
      for (const [scheme, surfaces] of [
        ['light', ['#f5f3ef', '#ffffff']],
        ['dark', ['#191715', '#2c2926']],
      ] as const) {
        const { accent, ink } = accentIn(scheme, colour)
        for (const surface of [...surfaces, ink]) expect(colord(accent).contrast(surface)).toBeGreaterThanOrEqual(4.5)
      }
    },
  )

  it('keeps a colour that is readable', () => {
    expect(accentIn('light', '#4a6d42').accent).toBe('#4a6d42')
  })
})
