import type { ProofLine } from './proof.ts'

/** The closing table of a proof, as Markdown. */
export function proofTable(lines: readonly ProofLine[]): string {
  const rows = lines.map(({ what, attempts, survived, found, note = '' }) =>
    [what, attempts, survived, found.length, note].map(String),
  )
  return markdownTable([['what', 'attempts', 'survived', 'found', ''], ...rows])
}

/** The first row is the head. */
export function markdownTable(rows: readonly (readonly string[])[]): string {
  const widths = rows[0]?.map((_, column) => Math.max(3, ...rows.map((row) => row[column]?.length ?? 0))) ?? []
  const line = (cells: readonly string[]) =>
    `| ${cells.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join(' | ')} |`
  const [head = [], ...body] = rows
  return [line(head), `|${widths.map((width) => '-'.repeat(width + 2)).join('|')}|`, ...body.map(line)].join('\n')
}
