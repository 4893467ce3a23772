import type { FastifyReply, FastifyRequest, onSendAsyncHookHandler } from 'fastify'
import type { Deps, Transaction } from '#server/ports/deps.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** What the audit log keeps of a body that is read as a stream. */
    auditData?: Readonly<Record<string, unknown>>
    /** A transaction of this request was committed, with its entry. */
    changeAudited?: true
  }
}

/** How requests of an operation are audited. Handlers and use cases know nothing about it. */
export interface RequestAudit {
  /** Adds the entry about a change to the transaction of the change, at its end; `result` is what the transaction returns. */
  onChange(tx: Transaction, request: FastifyRequest, result: unknown): Promise<void>
  /** Called before the answer is sent, also after a failure; there is no caller where the guard refused. What it throws becomes the answer. */
  onAnswer(request: FastifyRequest, reply: FastifyReply): Promise<void>
}

/** Every transaction begun with these deps also writes the entry of the request: both take effect or neither. */
export const withAudit = (deps: Deps, audit: RequestAudit, request: FastifyRequest): Deps => ({
  ...deps,
  database: {
    ...deps.database,
    async transaction(run) {
      const result = await deps.database.transaction(async (tx) => {
        const result = await run(tx)
        await audit.onChange(tx, request, result)
        return result
      })
      request.changeAudited = true
      return result
    },
  },
})

export const auditHook =
  ({ onAnswer }: RequestAudit): onSendAsyncHookHandler =>
  async (request, reply, payload) => {
    await onAnswer(request, reply)
    return payload
  }
