// The CRC of two texts, one after the other, from the CRCs of both: as in zlib's crc32_combine, whose names these are.

const polynomial = 0xedb88320

/** Product of two polynomials modulo that of CRC-32, bits reflected. */
function multiply(a: number, b: number): number {
  let product = 0
  let factor = b
  for (let bit = 31; bit >= 0; bit--) {
    if ((a >>> bit) & 1) product ^= factor
    factor = factor & 1 ? (factor >>> 1) ^ polynomial : factor >>> 1
  }
  return product >>> 0
}

/** x to the power of 2^n. */
const powers = [2 ** 30]
for (let n = 1; n < 32; n++) powers.push(multiply(powers[n - 1] as number, powers[n - 1] as number))

/** x to the power of 8 · length. */
function shiftBy(length: number): number {
  let shift = 2 ** 31
  for (let rest = length, n = 3; rest > 0; rest = Math.floor(rest / 2), n++) {
    if (rest % 2 === 1) shift = multiply(powers[n % 32] as number, shift)
  }
  return shift
}

/** The CRC of a text followed by one of `length` bytes, whose CRC is `next`. */
export const joinCrc = (crc: number, next: number, length: number): number =>
  (multiply(shiftBy(length), crc) ^ next) >>> 0
