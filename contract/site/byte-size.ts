/** Bytes in the largest of the units that keeps the number at 1 or above. Each is 1,000 of the one before, as disks and phones count. */
export function byteSize<Unit>(
  bytes: number,
  [unit, ...larger]: readonly [Unit, ...Unit[]],
  digits: number,
): { value: number; unit: Unit } {
  const value = Number(bytes.toFixed(digits))
  const [next, ...others] = larger
  return value < 1_000 || next === undefined ? { value, unit } : byteSize(bytes / 1_000, [next, ...others], digits)
}
