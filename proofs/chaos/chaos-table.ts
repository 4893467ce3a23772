import { markdownTable } from '#proofs/proof-table.ts'
import { type Fault, faultOf, type Record, recovery, type Sent } from './record.ts'

const seconds = (ms: number) => (ms / 1_000).toFixed(2)

function percentile(sorted: readonly number[], share: number): string {
  const value = sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))]
  return value === undefined ? '' : seconds(value)
}

/** `503 TEMPORARILY_UNAVAILABLE × 12, lost × 2`. */
function failures(sent: readonly Sent[]): string {
  const failed = sent.filter(({ status }) => status === 'lost' || status >= 500)
  const named = failed.map(({ status, code }) => `${status}${code ? ` ${code}` : ''}`)
  const counts = [...Map.groupBy(named, (name) => name)].map(([name, each]) => `${name} × ${each.length}`)
  return counts.join(', ')
}

interface Phase {
  readonly name: string
  readonly isDuring: (time: number) => boolean
  readonly recovered?: string
}

function row(
  { sent, accepted, lost, stale }: Pick<Record, 'sent' | 'accepted' | 'lost' | 'stale'>,
  phase: Phase,
): string[] {
  const { name, isDuring, recovered = '' } = phase
  const times = sent.map(({ began, ended }) => ended - began).sort((a, b) => a - b)
  const counts = [accepted, lost, stale].map((each) => String(each.filter(isDuring).length))
  return [name, String(sent.length), ...counts, failures(sent), percentile(times, 0.99), recovered]
}

/** One line per fault, and one for the time in which all parts were up. */
export function chaosTable(record: Record): string {
  const { sent, faults } = record
  const during = Map.groupBy(sent, (each) => faultOf(each, faults))
  const isIn = (fault: Fault) => (time: number) => time >= fault.began && time <= fault.ended
  const quiet = { name: 'all parts up', isDuring: (time: number) => !faults.some((fault) => isIn(fault)(time)) }
  const rows = faults.map((fault) =>
    row(
      { ...record, sent: during.get(fault) ?? [] },
      {
        name: `${fault.name}, ${((fault.ended - fault.began) / 1_000).toFixed(0)} s`,
        isDuring: isIn(fault),
        recovered: recovery(fault, record).toFixed(1),
      },
    ),
  )
  return markdownTable([
    ['phase', 'requests', 'accepted uploads', 'lost', 'stale', 'refused', 'p99 s', 'recovery s'],
    row({ ...record, sent: during.get(undefined) ?? [] }, quiet),
    ...rows,
  ])
}
