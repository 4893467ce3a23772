import type { LoggerOptions } from 'pino'
import { AppError } from '#server/domain/errors.ts'

/** Jobs ask every few seconds: without a failure for this long, an outage is over. */
const overAfterMs = 20_000

interface Outage {
  readonly began: number
  last: number
  failures: number
}

/** What pino calls for every line; it passes the line on, or not. */
type LogMethod = NonNullable<NonNullable<LoggerOptions['hooks']>['logMethod']>

function outageIn(fields: unknown): string | undefined {
  const err = typeof fields === 'object' && fields !== null && 'err' in fields ? fields.err : undefined
  return err instanceof AppError && err.code === 'TEMPORARILY_UNAVAILABLE' ? err.message : undefined
}

/**
 * Logs an outage of the database or of the files as two lines: the first failure, with its stack, and the end with length and
 * number. In between `werkschau_errors_total` counts.
 */
export function createOutageLog(overMs = overAfterMs): LogMethod {
  const outages = new Map<string, Outage>()

  function begin(what: string, end: (outage: Outage) => void): void {
    const outage = { began: performance.now(), last: performance.now(), failures: 1 }
    outages.set(what, outage)
    const timer = setInterval(() => {
      if (performance.now() - outage.last < overMs) return
      clearInterval(timer)
      outages.delete(what)
      end(outage)
    }, overMs / 10).unref()
  }

  return function log(line, write) {
    const what = outageIn(line[0])
    const known = what === undefined ? undefined : outages.get(what)
    if (known) {
      known.last = performance.now()
      known.failures += 1
      return
    }
    write.apply(this, line)
    if (what === undefined) return
    begin(what, ({ began, last, failures }) => {
      this.info({ outage: what, seconds: Math.round((last - began) / 1_000), failures }, 'an outage is over')
    })
  }
}
