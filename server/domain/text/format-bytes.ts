const units = ['B', 'KB', 'MB', 'GB'] as const

/** Bytes with the largest unit that keeps the number at 1 or above, as disks and phones count: a KB has 1,000 bytes. */
export function formatBytes(bytes: number): string {
  const power = Math.min(units.length - 1, Math.floor(Math.log10(Math.max(1, bytes)) / 3))
  const rounded = Number((bytes / 1_000 ** power).toFixed(power === 0 ? 0 : 2))
  return rounded === 1_000 && power < units.length - 1 ? `1 ${units[power + 1]}` : `${rounded} ${units[power]}`
}
