import type { FastifyInstance } from 'fastify'

/** The time between the stop signal and the end: the replica still answers, but wants no new requests. */
export interface Draining {
  readonly begun: boolean
  begin(): void
}

/** While it drains, every answer closes its connection, so that the next request of a proxy goes elsewhere. */
export function createDraining(http: FastifyInstance): Draining {
  let begun = false
  http.addHook('onRequest', (_request, reply, done) => {
    if (begun) reply.header('connection', 'close')
    done()
  })
  return {
    get begun() {
      return begun
    },
    begin() {
      begun = true
    },
  }
}
