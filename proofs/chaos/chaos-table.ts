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

function row(name: string, sent: readonly Sent[], recovered = ''): string[] {
  const times = sent.map(({ began, ended }) => ended - began).sort((a, b) => a - b)
  return [
    name,
    String(sent.length),
    failures(sent),
    percentile(times, 0.5),
    percentile(times, 0.99),
    percentile(times, 1),
    recovered,
  ]
}

/** One line per fault, and one for the time in which all parts were up. */
export function chaosTable(record: Record): string {
  const { sent, faults } = record
  const during = Map.groupBy(sent, (each) => faultOf(each, faults))
  const lengthOf = ({ began, ended }: Fault) => `${((ended - began) / 1_000).toFixed(0)} s`
  return markdownTable([
    ['phase', 'requests', 'failed', 'p50 s', 'p99 s', 'longest s', 'recovery s'],
    row('all parts up', during.get(undefined) ?? []),
    ...faults.map((fault) =>
      row(`${fault.name}, ${lengthOf(fault)}`, during.get(fault) ?? [], recovery(fault, record).toFixed(1)),
    ),
  ])
}
