import { cpus, totalmem } from 'node:os'

/** The machine of the measurement. */
export function machine(): string {
  const [cpu] = cpus()
  return [
    `${new Date().toISOString().slice(0, 10)}, ${cpus().length} × ${cpu?.model.trim()}, ${Math.round(totalmem() / 2 ** 30)} GiB,`,
    `${process.platform} ${process.arch}, Node ${process.version}`,
  ].join(' ')
}
