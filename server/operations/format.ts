export const formatCount = (count: number): string => count.toLocaleString('en')

/** Columns next to each other; the first is aligned to the left, the others to the right. */
export function textTable(rows: readonly (readonly string[])[]): string {
  const widths = rows.reduce<number[]>((all, row) => row.map((cell, n) => Math.max(all[n] ?? 0, cell.length)), [])
  return rows
    .map((row) =>
      row.map((cell, n) => (n === 0 ? cell.padEnd(widths[n] ?? 0) : cell.padStart(widths[n] ?? 0))).join('  '),
    )
    .join('\n')
}
