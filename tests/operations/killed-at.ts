import fs from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'

/*
 * Loaded before a command by `node --import`: kills the process at the so-manyth call of a function of the file system,
 * as in KILL_AT=renameSync:3, before that call does anything.
 */
const [name = '', at] = (process.env.KILL_AT ?? '').split(':')
const functions = (name.endsWith('Sync') ? fs : fs.promises) as unknown as Record<
  string,
  (...input: unknown[]) => unknown
>
const real = functions[name]
let calls = 0
if (real) {
  functions[name] = (...input) => {
    if (++calls === Number(at)) process.kill(process.pid, 'SIGKILL')
    return real(...input)
  }
  syncBuiltinESMExports()
}
