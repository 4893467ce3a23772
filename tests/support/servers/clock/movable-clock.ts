import { readFileSync } from 'node:fs'

/*
 * Loaded before the service by `node --import`: its clock is ahead by the milliseconds in the file CLOCK_FILE, ten
 * times a second.
 */
const RealDate = Date
let ahead = 0
const read = () => {
  ahead = Number(readFileSync(process.env.CLOCK_FILE ?? '', 'utf8')) || 0
}
read()
setInterval(read, 100).unref()

class MovableDate extends RealDate {
  constructor(...parts: []) {
    super(...((parts.length === 0 ? [RealDate.now() + ahead] : parts) as []))
  }
  static override now() {
    return RealDate.now() + ahead
  }
  /** Dates created by Node itself are also instances. */
  static override [Symbol.hasInstance](value: unknown) {
    return value instanceof RealDate
  }
}

globalThis.Date = MovableDate as unknown as DateConstructor
