import { describe, expect, it } from 'vitest'
import { defaults, readOptions } from './options.ts'

const read = (search: string) => readOptions(search).options
const ignored = (search: string) => readOptions(search).ignored.map(({ name, value }) => `${name}=${value}`)

describe('readOptions', () => {
  it('has a default for everything', () => {
    expect(readOptions('')).toEqual({ options: defaults, ignored: [] })
  })

  it('reads every parameter', () => {
    expect(
      read(
        '?layout=wall&seconds=12.5&fit=cover&captions=off&cards&codes=off&pairs=off&qr&order=newest&year=2020-2024&autostart&exhibition=class-4a,fest',
      ),
    ).toEqual({
      layout: 'wall',
      seconds: 12.5,
      fit: 'cover',
      captions: false,
      cards: true,
      codes: false,
      pairs: false,
      qr: true,
      order: 'newest',
      years: { from: 2020, to: 2024 },
      autostart: true,
      exhibition: 'class-4a,fest',
    })
    expect(read('year=2024').years).toEqual({ from: 2024, to: 2024 })
  })
})

describe('the values of options', () => {
  it.each(['', '1', 'true', 'YES', 'on'])('takes qr=%s for on', (value) => {
    expect(read(`qr=${value}`).qr).toBe(true)
  })

  it.each(['0', 'false', 'No', 'off'])('takes captions=%s for off', (value) => {
    expect(read(`captions=${value}`).captions).toBe(false)
  })

  it.each([
    'seconds=abc',
    'seconds=',
    'seconds=1',
    'seconds=3601',
    'seconds=-8',
    'seconds=8e2',
    'fit=fill',
    'captions=maybe',
    'order=random',
    'year=24',
    'year=2024-2020',
    'year=1700',
    'autostart=please',
    'second=8',
    'toString=1',
  ])('leaves the default and names %s', (search) => {
    expect(readOptions(search).options).toEqual(defaults)
    expect(ignored(search)).toEqual([search])
  })

  it.each(['', 'Class_4a', 'klasse 4ä', 'a', 'x'.repeat(41)])('shows no other exhibition for %j', (exhibition) => {
    expect(read(`${new URLSearchParams({ exhibition })}`).exhibition).toBe('')
  })

  it('uses what is good beside what is not', () => {
    expect(read('seconds=no&fit=cover')).toEqual({ ...defaults, fit: 'cover' })
    expect(ignored('seconds=no&fit=cover')).toEqual(['seconds=no'])
  })
})
