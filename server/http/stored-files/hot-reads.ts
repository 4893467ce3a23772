import type { IncomingMessage, RequestListener } from 'node:http'
import { isServedOnPublicHost } from '#contract/site/public-host.ts'
import type { Config } from '#server/config/config.ts'
import { sourceOf } from '#server/http/access/request-host.ts'
import { pathOf } from '#server/http/paths.ts'
import { logRequest } from '#server/http/request-log.ts'
import type { Deps } from '#server/ports/deps.ts'
import type { RouteMetrics } from '#server/ports/metrics.ts'
import { type PlainExchange, type ReadyAnswer, writeReady } from './ready-answer.ts'

type Found = ReadyAnswer | undefined

/** What is in memory for a path's last part ('' for a path that has none); undefined where something has to be read first. */
type FindReady = (name: string) => Found | Promise<Found>

/** Reads that are answered before the router, its hooks and its validation are reached. */
export type HotReads = ReturnType<typeof createHotReads>

interface Options extends Pick<Deps, 'config' | 'log' | 'metrics'> {
  /** Whether groups can be read without a wait (D36). */
  readonly isOpen: () => boolean
}

interface HotPath {
  readonly isPublic: boolean
  readonly find: FindReady
  readonly counted: RouteMetrics
}

/** The paths of hot reads, by URL and by what comes before a last parameter. */
class HotPaths {
  readonly #whole = new Map<string, HotPath>()
  readonly #folders = new Map<string, HotPath>()

  add(url: string, path: HotPath): void {
    const parameter = url.indexOf(':')
    if (parameter < 0) this.#whole.set(url, path)
    else this.#folders.set(url.slice(0, parameter), path)
  }

  /** The path that a URL belongs to, and its last part. */
  find(url: string): [HotPath | undefined, string] {
    const exact = this.#whole.get(url)
    if (exact) return [exact, '']
    const nameAt = Math.max(url.lastIndexOf('/'), url.lastIndexOf('=')) + 1
    const name = url.slice(nameAt)
    return isPlain.test(name) ? [this.#folders.get(url.slice(0, nameAt)), name] : [undefined, '']
  }
}

/**
 * Answers 200 or 304 to a GET whose answer is in memory, as the route behind it would: the same status, headers and
 * bytes. Everything else (another method, a query, a range, an encoded path, a body, a host that is
 * not served, a migration that is due, a stop) goes to that route, so that each rule has one home.
 */
export function createHotReads({ config, log, metrics, isOpen }: Options) {
  const paths = new HotPaths()
  const failures = new WeakMap<IncomingMessage, Error>()
  let stopped = false
  let answered = 0

  function answer(ready: ReadyAnswer, { counted }: HotPath, { request, response }: PlainExchange): void {
    const began = performance.now()
    answered += 1
    writeReady(ready, { request, response }, () => {
      const { statusCode: status } = response
      const ms = performance.now() - began
      counted.count(status, ms)
      logRequest(log, { method: 'GET', url: request.url ?? '', status, ms })
    })
  }

  return {
    /** How many requests were answered here. */
    get answered() {
      return answered
    },
    /** Why the answer could not be found: its route fails in the same way, without asking once more, and reports it. */
    failureOf: (request: IncomingMessage): Error | undefined => failures.get(request),
    /** From now on everything goes to `next`. */
    stop() {
      stopped = true
    },
    /** `url` is that of the route that answers the rest, `/previews/:name`: one parameter at its end, also of a query, or none. */
    register(url: string, find: FindReady) {
      const path = pathOf(url)
      paths.add(url, { isPublic: isServedOnPublicHost(path), find, counted: metrics.route('GET', path) })
    },
    /** Answers what it can and hands everything else to `next`. */
    listener(next: RequestListener): RequestListener {
      return (request, response) => {
        if (stopped || request.method !== 'GET') return next(request, response)
        const [path, name] = paths.find(request.url ?? '')
        if (path === undefined || hasBodyOrRange(request) || !isServed(config, path, request) || !isOpen()) {
          return next(request, response)
        }
        const found = path.find(name)
        if (found === undefined) return next(request, response)
        if (!(found instanceof Promise)) return answer(found, path, { request, response })
        found
          .catch((error) => void failures.set(request, error))
          .then((ready) => (ready ? answer(ready, path, { request, response }) : next(request, response)))
      }
    },
  }
}

/** Neither encoded nor followed by a query: the router reads such a name unchanged. */
const isPlain = /^[^%?#]*$/

const isServed = (config: Config, { isPublic }: HotPath, request: IncomingMessage): boolean =>
  isPublic ||
  !config.hosts.restricted ||
  sourceOf({ headers: request.headers, raw: request }, config).type === 'internal'

const hasBodyOrRange = ({ headers }: IncomingMessage): boolean =>
  headers.range !== undefined || headers['content-length'] !== undefined || headers['transfer-encoding'] !== undefined
