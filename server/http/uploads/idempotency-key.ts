import { createHash } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import { AppError } from '#server/domain/errors.ts'
import { isUuid4 } from '#server/domain/names.ts'
import { clientAddress, countedNetwork } from '#server/http/access/client-address.ts'

/**
 * A client that lost the answer repeats the request with the same key and gets the same. The key of another network is
 * another key (D59). The plain form cannot send the header: its key is `formKey`. AppError INVALID_PARAMETER for one that
 * is no UUID v4: others can be guessed.
 */
export function idempotencyKey(request: FastifyRequest, formKey?: string): string | undefined {
  const key = request.headers['idempotency-key'] ?? formKey
  if (key === undefined) return undefined
  if (typeof key !== 'string' || !isUuid4(key)) {
    throw new AppError('INVALID_PARAMETER', 'The header Idempotency-Key must be a UUID v4')
  }
  const network = countedNetwork(clientAddress(request))
  return createHash('sha256').update(`${network} ${key.toLowerCase()}`).digest('base64url')
}
