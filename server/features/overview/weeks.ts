import type { SystemOverview } from '#contract/overview.ts'
import type { DayCount, OverviewTotals } from '#server/ports/overview-reads.ts'

const weeksShown = 12
const dayMs = 24 * 60 * 60_000

/** The Monday of a day, `YYYY-MM-DD`. */
export function mondayOf(day: string): string {
  const at = new Date(`${day}T00:00:00Z`)
  const sinceMonday = (at.getUTCDay() + 6) % 7
  return new Date(at.getTime() - sinceMonday * dayMs).toISOString().slice(0, 10)
}

/** The Mondays of the weeks that are shown, oldest first. */
export function mondays(now: Date): string[] {
  const last = Date.parse(mondayOf(now.toISOString().slice(0, 10)))
  return Array.from({ length: weeksShown }, (_, index) =>
    new Date(last - (weeksShown - 1 - index) * 7 * dayMs).toISOString().slice(0, 10),
  )
}

const inWeek = (counts: readonly DayCount[], monday: string): number =>
  counts.reduce((sum, { day, count }) => (mondayOf(day) === monday ? sum + count : sum), 0)

/** The bytes that existed at the end of the week: all but those that later weeks added. */
const storedBy = ({ bytes, bytesPerDay }: Pick<OverviewTotals, 'bytes' | 'bytesPerDay'>, monday: string): number =>
  bytesPerDay.reduce((rest, added) => (mondayOf(added.day) > monday ? rest - added.bytes : rest), bytes)

export const weeksOf = (shown: readonly string[], totals: OverviewTotals): SystemOverview['weeks'] =>
  shown.map((monday) => ({
    monday,
    uploads: inWeek(totals.uploads, monday),
    approvals: inWeek(totals.approvals, monday),
    deletions: inWeek(totals.deletions, monday),
    storedBytes: storedBy(totals, monday),
  }))
