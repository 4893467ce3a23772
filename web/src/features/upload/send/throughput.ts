/** The speed of the connection, measured by the last parts. */
export interface Throughput {
  bytesPerSecond: number
}

const smallestPart = 256 * 2 ** 10
/** A connection that breaks costs at most what was sent in this time. */
const partSeconds = 2

/** Nothing is known: the first parts are of 512 KiB. Smaller ones say too little about a fast connection, larger ones are lost on a bad one. */
export const newThroughput = (): Throughput => ({ bytesPerSecond: 2 ** 19 / partSeconds })

/** Bytes to send next when this many of a photo are left: all of them on a fast connection. */
export const nextPart = (left: number, { bytesPerSecond }: Throughput): number => {
  const size = Math.max(smallestPart, Math.round(bytesPerSecond * partSeconds))
  return left < 1.5 * size ? left : size
}

export const recordPart = (throughput: Throughput, bytes: number, ms: number): void => {
  throughput.bytesPerSecond = (bytes * 1_000) / Math.max(1, ms)
}

/** A connection broke: the next parts are smaller until one has been measured. */
export const slowDown = (throughput: Throughput): void => {
  throughput.bytesPerSecond /= 2
}
