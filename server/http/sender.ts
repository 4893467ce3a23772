import type { FastifyReply, FastifyRequest } from 'fastify'
import { clientAddress, countedAddress } from './client-address.ts'

/** Who sends images: an address and whether they are still there. Their connection stays open while the service works. */
export function senderOf(request: FastifyRequest, reply: FastifyReply): { client: string; signal: AbortSignal } {
  const gone = new AbortController()
  reply.raw.once('close', () => {
    if (!reply.raw.writableFinished) gone.abort(new Error('The client went away'))
  })
  // Without bytes in either direction the server closes a connection; once all has arrived, that is no sign of anything.
  reply.raw.on('timeout', () => {
    if (!request.raw.complete) request.raw.socket.destroy()
  })
  request.raw.socket.setKeepAlive(true, keepAliveMs)
  return { client: countedAddress(clientAddress(request)), signal: gone.signal }
}

/** A client that vanished without a word is noticed by the operating system, routers in between keep the connection. */
const keepAliveMs = 30_000
