import type { FastifyReply } from 'fastify'

/** Aborts when the client goes away before its answer is sent. */
export function whileConnected(reply: FastifyReply): AbortSignal {
  const gone = new AbortController()
  reply.raw.once('close', () => {
    if (!reply.raw.writableFinished) gone.abort(new Error('The client went away'))
  })
  return gone.signal
}
