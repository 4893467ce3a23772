import type { FastifyInstance } from 'fastify'
import type { FileKind } from '#server/ports/file-store.ts'
import type { FileResponder } from './stored-files.ts'

const paths: readonly [string, FileKind][] = [
  ['/upload/:name', 'original'],
  ['/previews/:name', 'preview'],
]

/** `/upload/<file_name>` and `/previews/<file_name>` (specification, Static resources). */
export function storedFileRoutes(http: FastifyInstance, { sendFile }: FileResponder): void {
  for (const [url, kind] of paths) {
    http.get<{ Params: { name: string } }>(url, { config: { access: 'public' } }, (request, reply) =>
      sendFile(kind, request.params.name, { request, reply }),
    )
  }
}
