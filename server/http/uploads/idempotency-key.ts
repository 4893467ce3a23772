import type { FastifyRequest } from 'fastify'
import { AppError } from '#server/errors.ts'

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i

/** A client that lost the answer repeats the request with the same key and gets the same. AppError INVALID_PARAMETER. */
export function idempotencyKey(request: FastifyRequest): string | undefined {
  const key = request.headers['idempotency-key']
  if (key === undefined) return undefined
  if (typeof key === 'string' && uuid.test(key)) return key.toLowerCase()
  throw new AppError('INVALID_PARAMETER', 'The header Idempotency-Key must be a UUID')
}
