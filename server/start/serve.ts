import { existsSync } from 'node:fs'
import { flushCompileCache } from 'node:module'
import { setTimeout as sleep } from 'node:timers/promises'
import { getHeapStatistics, setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import closeWithGrace from 'close-with-grace'
import { asOperatorError as explained } from '#server/adapters/open/start-failure.ts'
import { readConfig } from '#server/config/config.ts'
import { release } from '#server/config/version.ts'
import { OperatorError } from '#server/domain/errors.ts'
import { adminPage, listen } from '#server/http/listen.ts'
import { createApp } from './app.ts'

/**
 * What the start leaves behind stays until the next full collection, which an idle service does not reach for hours: 5 to
 * 9 MB. Not where the feed of a large installation is in memory: that takes too long.
 */
function collectGarbage(): void {
  if (getHeapStatistics().used_heap_size > 64 * 2 ** 20) return
  setFlagsFromString('--expose-gc')
  runInNewContext('gc')({ type: 'major', execution: 'sync', flavor: 'last-resort' })
}

/** Uploads that are under way may finish. */
const graceMs = 30_000
let afterStart: NodeJS.Timeout | undefined

if (existsSync('.env')) process.loadEnvFile('.env')

try {
  const config = readConfig(process.env)
  const app = await explained(config, createApp(config))
  const { log } = app.deps
  const drainMs = config.server.drainSeconds * 1_000
  closeWithGrace({ delay: drainMs + graceMs, logger: undefined }, async ({ signal, err }) => {
    if (err) log.fatal({ err }, 'stopping after an error nobody handled')
    else log.info({ signal }, 'stopping')
    clearTimeout(afterStart)
    app.drain()
    if (!err) await sleep(drainMs)
    await app[Symbol.asyncDispose]()
  })
  const address = await listen(app.http, config)
  log.info({ ...release, address, admin: adminPage(config, address), dataDir: config.dataDir }, 'ready')
  // The first requests come first: the feed of a large installation is read with them.
  afterStart = setTimeout(() => {
    // Node does it when it exits, which a service that is killed never does.
    flushCompileCache()
    collectGarbage()
    app.startJobs()
  }, 1_000)
} catch (error) {
  // What the administrator can fix is a sentence; a bug needs its stack.
  console.error(error instanceof OperatorError ? error.message : error)
  // What is open by now would keep the process; it is as safe to leave as in a crash.
  process.exit(1)
}
