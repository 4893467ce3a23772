import { once } from 'node:events'
import type { Readable } from 'node:stream'
import fastifyMultipart from '@fastify/multipart'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { limits } from '#contract/limits.ts'
import { AppError } from '#server/errors.ts'

export type Part =
  | { readonly kind: 'file'; readonly field: string; readonly fileName: string | undefined; readonly content: Readable }
  /** A part sent as application/json arrives parsed. */
  | { readonly kind: 'text'; readonly field: string; readonly value: unknown }

const textPartBytes = 2 ** 20

export async function acceptMultipart(http: FastifyInstance): Promise<void> {
  await http.register(fastifyMultipart, {
    throwFileSizeLimit: false,
    limits: {
      // One more than allowed, so that the surplus is seen and refused in words.
      files: limits.imagesPerGroup + 1,
      fields: 50,
      parts: limits.imagesPerGroup + 60,
      fieldNameSize: 200,
      fieldSize: textPartBytes,
      headerPairs: 100,
      // Bytes of a file are counted by whoever reads it, who knows its name.
      fileSize: Number.POSITIVE_INFINITY,
    },
  })
}

/**
 * The parts as they arrive; the content of a file must be read before the next part comes. Leaving the loop early lets
 * the rest of the body run off unread, so that the client gets to see the answer. AppError MALFORMED_MULTIPART when
 * the form is broken or the client goes away, BODY_TOO_LARGE for a text part over 1 MiB.
 */
export async function* readParts(request: FastifyRequest): AsyncGenerator<Part> {
  // Nothing was sent at all: a form without parts.
  if (request.headers['content-type'] === undefined) return
  try {
    for await (const part of request.parts()) {
      if (part.type === 'file') {
        yield { kind: 'file', field: part.fieldname, fileName: part.filename, content: part.file }
        continue
      }
      if (part.valueTruncated) {
        throw new AppError('BODY_TOO_LARGE', `The part ${part.fieldname} is larger than ${textPartBytes} bytes`)
      }
      yield { kind: 'text', field: part.fieldname, value: part.value }
    }
  } catch (error) {
    throw multipartError(error)
  } finally {
    request.raw.unpipe()
    request.raw.resume()
  }
}

/** What a browser sends for a file input that nothing was chosen in. */
export async function isEmptyFileInput({ fileName, content }: Part & { kind: 'file' }): Promise<boolean> {
  if (fileName) return false
  if (content.readableLength === 0 && !content.readableEnded) await once(content, 'readable')
  const first = content.read()
  if (first !== null) content.unshift(first)
  return first === null
}

/** What the parser of forms throws without a code is about the form, whatever it says. */
function multipartError(error: unknown): unknown {
  if (error instanceof AppError) return error
  const { code, message } = error as { code?: string; message?: string }
  const broken = new AppError('MALFORMED_MULTIPART', 'The form is broken or was cut off before its end', {
    cause: error,
  })
  if (code === 'FST_INVALID_JSON_FIELD_ERROR') {
    return new AppError('INVALID_BODY', 'A part of the type application/json is not valid JSON', { cause: error })
  }
  if (code === undefined) return broken
  if (code.startsWith('FST_') || code.startsWith('E') || code === 'ABORT_ERR') {
    if (/terminated early|Unexpected end|Premature|aborted|Malformed|boundary|header/i.test(message ?? ''))
      return broken
  }
  return error
}
