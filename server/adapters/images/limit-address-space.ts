import { execFile } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { promisify } from 'node:util'

/** Bytes beside those that the idle process has reserved. The limits of a task are smaller. */
const room = 640 * 2 ** 20
const pageBytes = 4096

/**
 * The last line of defence against memory growing faster than it is checked: allocations over the limit fail and the process dies.
 * Linux with util-linux only; elsewhere there is no such limit.
 */
export async function limitAddressSpace(): Promise<void> {
  try {
    const pages = Number((await readFile('/proc/self/statm', 'latin1')).split(' ')[0])
    const limit = pages * pageBytes + room
    await promisify(execFile)('/usr/bin/prlimit', [`--pid=${process.pid}`, `--as=${limit}`])
  } catch {
    // No such file or program.
  }
}
