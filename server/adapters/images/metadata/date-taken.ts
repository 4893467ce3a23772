import { limits } from '#contract/limits.ts'

/**
 * When the shutter was released, in UTC: the camera's local time with the file's offset, else as Europe/Berlin (D14).
 * Null for what is no date: zeros, the 30th of February, years before 1800, more than a day from now.
 */
export function dateTaken(
  { local, offset }: { local: string | undefined; offset: string | undefined },
  now: Date,
): string | null {
  const parts = local && /^\s*(\d{4})[:-](\d\d)[:-](\d\d)[ T](\d\d:\d\d:\d\d)/.exec(local)
  if (!parts) return null
  const [, year, month, day, time] = parts
  const zone = offset && /^[+-](?:0\d|1[0-4]):[0-5]\d/.exec(offset)?.[0]
  try {
    const given = Temporal.PlainDateTime.from(`${year}-${month}-${day}T${time}`)
    const taken = given.toZonedDateTime(zone || 'Europe/Berlin').epochMilliseconds
    const tomorrow = now.getTime() + 24 * 60 * 60 * 1000
    return given.year < limits.yearMin || taken > tomorrow ? null : new Date(taken).toISOString()
  } catch {
    return null
  }
}
