import fs from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'

/*
 * Loaded before a command by `node --import`: kills the process at the nth call of a file system function,
 * as in KILL_AT=renameSync:3, before that call does anything; with renameSync:3:40 that many milliseconds later, unless it
 * ends before.
 */
const [name = '', at, laterMs] = (process.env.KILL_AT ?? '').split(':')
const functions = name.endsWith('Sync') ? fs : fs.promises
const real: unknown = Reflect.get(functions, name)
const kill = () => process.kill(process.pid, 'SIGKILL')
let calls = 0
if (typeof real === 'function') {
  Reflect.set(functions, name, (...input: unknown[]) => {
    if (++calls === Number(at)) laterMs === undefined ? kill() : setTimeout(kill, Number(laterMs)).unref()
    return Reflect.apply(real, functions, input)
  })
  syncBuiltinESMExports()
}
