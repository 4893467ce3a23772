import type { ShownGroup } from './model.ts'
import type { Operation } from './operations.ts'
import { consents } from './requests/consents.ts'
import { edits } from './requests/edits.ts'
import { exhibitions } from './requests/exhibitions.ts'
import { groups } from './requests/groups.ts'
import { logs } from './requests/logs.ts'
import { moderation } from './requests/moderation.ts'
import { removalRequests } from './requests/removal-requests.ts'
import type { Context, Request, Requests, Service } from './requests/request.ts'
import { submissions } from './requests/submissions.ts'
import { uploads } from './requests/uploads.ts'
import { type Body, createWords } from './requests/words.ts'

/** An answer in the model's terms. */
export interface Actual {
  readonly status: number
  readonly code: string | undefined
  readonly body: unknown
}

const requests: Requests<Operation['op']> = {
  ...uploads,
  ...submissions,
  ...edits,
  ...consents,
  ...moderation,
  ...removalRequests,
  ...exhibitions,
  ...groups,
  ...logs,
}

/** Sends the requests of the operations, and translates the answers into the model's terms. */
export function createRequests(service: Service) {
  const words = createWords()
  return {
    /** What the public sees of all exhibitions now. */
    async shown(): Promise<ShownGroup[]> {
      const { groups }: Body = await (await service.visitor('/api/groups?exhibition=*')).json()
      const numberOf = (slug: string) => service.exhibitions.findIndex((each) => each.slug === slug)
      return groups.map((group: Body) => ({ ...words.shown(group), exhibition: numberOf(group.exhibition) }))
    },
    /**
     * Builds the request at once, to be sent later. `order`: numbers of the group's images before the operation; undefined
     * for a deleted group.
     */
    prepare(step: Operation, order: readonly number[] = []): () => Promise<Actual> {
      const request = requests[step.op] as (context: Context, step: Operation) => Request
      const { send, project } = request({ ...service, words, ids: order.map(words.idOf) }, step)
      return async () => {
        const response = await send()
        const text = await response.text()
        const body = response.headers.get('content-type')?.startsWith('text/csv') ? text : JSON.parse(text)
        const { status } = response
        return { status, code: body.code, body: status < 300 ? await project?.(body) : undefined }
      }
    },
  }
}
