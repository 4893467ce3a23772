import { health } from '#contract/monitoring.ts'
import type { Deps } from '#server/deps.ts'
import { AppError } from '#server/errors.ts'
import type { Route } from '#server/http/route.ts'

export function healthRoutes({ storage, files }: Deps, route: Route): void {
  route(health, async ({ reply }) => {
    reply.header('cache-control', 'no-store')
    try {
      await Promise.all([storage.health(), files.health()])
    } catch (cause) {
      throw new AppError('TEMPORARILY_UNAVAILABLE', 'The database or the files cannot be reached', { cause })
    }
    return { status: 'ok' as const }
  })
}
