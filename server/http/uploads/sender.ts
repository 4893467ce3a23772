import type { FastifyReply, FastifyRequest } from 'fastify'
import { clientAddress, countedAddress } from '#server/http/access/client-address.ts'
import { cutOff } from './request-body.ts'

/**
 * Who sends images: an address, and a signal that aborts when they are gone or with `further`. Their connection stays open
 * while the service works.
 */
export function senderOf(
  request: FastifyRequest,
  reply: FastifyReply,
  further?: AbortSignal,
): { client: string; signal: AbortSignal } {
  const gone = new AbortController()
  reply.raw.once('close', () => {
    if (!reply.raw.writableFinished) gone.abort(cutOff())
  })
  // Without bytes in either direction the server closes a connection; once all has arrived, silence means nothing.
  reply.raw.on('timeout', () => {
    if (!request.raw.complete) request.raw.socket.destroy()
  })
  const signal = further ? AbortSignal.any([gone.signal, further]) : gone.signal
  return { client: countedAddress(clientAddress(request)), signal }
}
