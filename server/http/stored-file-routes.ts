import type { FastifyInstance } from 'fastify'
import type { FileKind } from '#server/ports/file-store.ts'
import type { HotReads } from './hot-reads.ts'
import type { BeforeGroups } from './route.ts'
import type { FileResponder } from './stored-files.ts'

const paths: readonly [string, FileKind][] = [
  ['/upload/:name', 'original'],
  ['/previews/:name', 'preview'],
]

/** `/upload/<file_name>` and `/previews/<file_name>` (specification, Static resources). */
export function storedFileRoutes(
  http: FastifyInstance,
  { sendFile, cached }: FileResponder,
  { beforeGroups, hotReads }: { beforeGroups: BeforeGroups; hotReads: HotReads },
): void {
  // Originals are not kept in memory.
  hotReads.register('/previews/:name', (name) => cached('preview', name))
  for (const [url, kind] of paths) {
    http.get<{ Params: { name: string } }>(url, { config: { access: 'public' } }, async (request, reply) => {
      await beforeGroups(reply)
      return sendFile(kind, request.params.name, { request, reply })
    })
  }
}
