import { health, ready } from '#contract/monitoring.ts'
import type { Deps } from '#server/deps.ts'
import { AppError } from '#server/errors.ts'
import type { Draining } from '#server/http/draining.ts'
import type { Route } from '#server/http/route.ts'

export function healthRoutes({ database, files }: Deps, route: Route, draining: Draining): void {
  route(health, async ({ reply }) => {
    reply.header('cache-control', 'no-store')
    try {
      await Promise.all([database.health(), files.health()])
    } catch (cause) {
      throw new AppError('TEMPORARILY_UNAVAILABLE', 'The database or the files cannot be reached', { cause })
    }
    return { status: 'ok' as const }
  })

  // Of this replica alone: a database that is down for all of them is no reason to send visitors to none.
  route(ready, ({ reply }) => {
    reply.header('cache-control', 'no-store')
    if (draining.begun) throw new AppError('TEMPORARILY_UNAVAILABLE', 'This replica is about to stop')
    return { status: 'ready' as const }
  })
}
