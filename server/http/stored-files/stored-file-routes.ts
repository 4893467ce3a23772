import type { FastifyInstance } from 'fastify'
import { originalPath, previewPath } from '#contract/images/image-paths.ts'
import type { BeforeGroups } from '#server/http/route.ts'
import type { FileKind } from '#server/ports/file-store.ts'
import type { HotReads } from './hot-reads.ts'
import type { FileResponder } from './stored-files.ts'

const paths: readonly [string, FileKind][] = [
  [originalPath(':name'), 'original'],
  [previewPath(':name'), 'preview'],
]

/** Originals and previews (specification, Static resources). */
export function storedFileRoutes(
  http: FastifyInstance,
  { sendFile, cached }: FileResponder,
  { beforeGroups, hotReads }: { beforeGroups: BeforeGroups; hotReads: HotReads },
): void {
  // Originals are not kept in memory.
  hotReads.register(previewPath(':name'), (name) => cached('preview', name))
  for (const [url, kind] of paths) {
    http.get<{ Params: { name: string } }>(url, { config: { access: 'public' } }, async (request, reply) => {
      await beforeGroups(reply)
      return sendFile(kind, request.params.name, { request, reply })
    })
  }
}
