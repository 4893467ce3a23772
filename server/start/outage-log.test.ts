import { Writable } from 'node:stream'
import { pino } from 'pino'
import { describe, expect, it } from 'vitest'
import { AppError } from '#server/domain/errors.ts'
import { createOutageLog } from './outage-log.ts'

function logOf(overMs: number) {
  const lines: { msg: string; err?: { stack: string }; outage?: string; failures?: number }[] = []
  const target = new Writable({
    write(line, _encoding, done) {
      lines.push(JSON.parse(String(line)))
      done()
    },
  })
  return { lines, log: pino({ base: null, hooks: { logMethod: createOutageLog(overMs) } }, target) }
}

const away = (what: string) =>
  new AppError('TEMPORARILY_UNAVAILABLE', `${what} cannot be reached right now`, { cause: new Error('ECONNREFUSED') })

describe('an outage in the log', () => {
  it('is one line with the stack when it begins and one with length and number when it ends', async () => {
    const { lines, log } = logOf(50)
    for (let n = 0; n < 690; n++) log.error({ err: away('The database') }, n % 2 ? 'request failed' : 'a job failed')
    log.error({ err: away('The files') }, 'request failed')
    log.info('something else')
    expect(lines.map(({ msg }) => msg)).toEqual(['a job failed', 'request failed', 'something else'])
    expect(lines[0]?.err?.stack).toContain('ECONNREFUSED')
    await expect.poll(() => lines.slice(3)).toHaveLength(2)
    const over = { msg: 'an outage is over', seconds: 0 }
    expect(lines.slice(3).sort((a, b) => Number(b.failures) - Number(a.failures))).toMatchObject([
      { ...over, outage: 'The database cannot be reached right now', failures: 690 },
      { ...over, outage: 'The files cannot be reached right now', failures: 1 },
    ])
    log.error({ err: away('The database') }, 'request failed')
    expect(lines).toHaveLength(6)
  })

  it('hides no other failure', () => {
    const { lines, log } = logOf(50)
    for (let n = 0; n < 3; n++) log.error({ err: new Error('a mistake') }, 'request failed')
    expect(lines).toHaveLength(3)
  })
})
