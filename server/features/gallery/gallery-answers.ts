import { hash } from 'node:crypto'
import { gzipSync } from 'node:zlib'
import { LRUCache } from 'lru-cache'
import type { Exhibition } from '#server/domain/exhibition.ts'
import type { Exchange } from '#server/http/route.ts'
import type { ReadyAnswer } from '#server/http/stored-files/ready-answer.ts'
import { robotsTag } from '#server/http/stored-files/stored-files.ts'
import type { Deps } from '#server/ports/deps.ts'
import type { Gallery } from './gallery.ts'

const cacheBytes = 16 * 2 ** 20

/** Keeps search engines out unless the setting lets them in. */
export const robotsOf = ({ settings }: Pick<Deps, 'settings'>): Record<string, string> =>
  settings.current.galleryIndexed ? {} : { 'x-robots-tag': robotsTag }

interface Content {
  readonly text: string
  readonly contentType: string
  readonly headers: Readonly<Record<string, string>>
}

function toAnswer({ text, contentType, headers }: Content): ReadyAnswer {
  const body = Buffer.from(text)
  let gzip: Buffer | undefined
  return {
    etag: `W/"${hash('sha1', JSON.stringify(headers) + text, 'base64url')}"`,
    headers: Object.entries({ 'cache-control': 'no-cache', vary: 'Accept-Encoding', ...headers }).flat(),
    contentType,
    body,
    compressed() {
      gzip ??= gzipSync(body)
      return gzip
    },
  }
}

export type MakeAnswer = (exhibition: Exhibition, request: Exchange['request']) => Promise<ReadyAnswer>

export interface Galleries {
  readonly deps: Deps
  readonly gallery: Gallery
  readonly answers: ReturnType<typeof createAnswers>
}

/** Answers of the galleries as bytes, kept until a group, an exhibition or a setting changes. */
export function createAnswers({ settings, exhibitions }: Pick<Deps, 'settings' | 'exhibitions'>, gallery: Gallery) {
  const kept = new LRUCache<string, ReadyAnswer>({
    maxSize: cacheBytes,
    sizeCalculation: ({ body }) => body.length + 512,
  })
  let basis: readonly unknown[] = []
  return async (key: string, make: () => Promise<Content>): Promise<ReadyAnswer> => {
    const now = [await gallery.version(), settings.current, exhibitions.all]
    if (now.some((each, index) => each !== basis[index])) {
      kept.clear()
      basis = now
    }
    const ready = kept.get(key)
    if (ready) return ready
    const before = basis
    const made = toAnswer(await make())
    // Changes made meanwhile may be missing in it.
    if (basis === before) kept.set(key, made)
    return made
  }
}
