const form = /^(\d{4}-\d\d-\d\d)(?:[T ](\d\d:\d\d(?::\d\d(?:\.\d{1,9})?)?)(Z|[+-]\d\d:?\d\d)?)?$/i

/**
 * ISO 8601 in UTC with milliseconds. A time without an offset is taken as UTC, a date alone as its first moment.
 * undefined for anything that is not a time, 30 February included.
 */
export function toTimestamp(text: string): string | undefined {
  // The service's own format: twenty times as fast.
  const milliseconds = Date.parse(text)
  if (text.length === 24 && milliseconds >= 0 && new Date(milliseconds).toISOString() === text) return text
  const [, date, time = '00:00', offset = 'Z'] = form.exec(text) ?? []
  if (date === undefined) return undefined
  try {
    const { epochMilliseconds } = Temporal.Instant.from(`${date}T${time}${offset}`)
    const timestamp = new Date(epochMilliseconds).toISOString()
    // Outside the years 0 to 9999 text order is not time order.
    return timestamp.length === 24 ? timestamp : undefined
  } catch {
    return undefined
  }
}
