import { once } from 'node:events'
import type { Readable } from 'node:stream'
import fastifyMultipart from '@fastify/multipart'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { limits } from '#contract/limits.ts'
import { AppError } from '#server/domain/errors.ts'
import type { BodyDigest } from './body-digest.ts'
import { parseBoundedJson } from './bounded-json.ts'
import { isCutOff } from './request-body.ts'

export type Part =
  | { readonly kind: 'file'; readonly field: string; readonly fileName: string | undefined; readonly content: Readable }
  /** A part sent as application/json arrives parsed. */
  | { readonly kind: 'text'; readonly field: string; readonly value: unknown }

/** One more image than allowed, so that the surplus is seen and refused by its own error; as many texts, once more. */
const maxParts = limits.imagesPerGroup + 1 + limits.formTextParts + 1

export async function acceptMultipart(http: FastifyInstance): Promise<void> {
  await http.register(fastifyMultipart, {
    throwFileSizeLimit: false,
    // Every part comes as a stream, so that unwanted texts are not held in memory.
    isPartAFile: () => true,
    limits: {
      files: maxParts,
      parts: maxParts,
      headerPairs: 100,
      // The parser has this limit, the plugin's types do not.
      ...({ headerSize: 8 * 1024 } as object),
      // The reader counts the bytes of a file, because it knows the file's name.
      fileSize: Number.POSITIVE_INFINITY,
    },
  })
}

/**
 * The parts as they arrive; the content of a file must be read before the next part comes. Leaving the loop early leaves
 * the rest of the body to the code that drops it after the answer. AppError MALFORMED_MULTIPART when
 * the form is broken or the client goes away, TOO_MANY_PARTS and BODY_TOO_LARGE as D58 bounds the texts, of which only
 * those with one of `textNames` come. `digest` sees all of them.
 */
export async function* readParts(
  request: FastifyRequest,
  textNames: readonly string[],
  digest?: BodyDigest,
): AsyncGenerator<Part> {
  // Nothing was sent at all: a form without parts.
  if (request.headers['content-type'] === undefined) return
  const readText = createTextPartReader(textNames)
  try {
    if (isCutOff(request)) throw brokenForm()
    for await (const part of request.parts()) {
      if (part.type !== 'file') continue
      const { fieldname: field, filename: fileName, mimetype: mimeType, file } = part
      const content = digest?.watch(field, file) ?? file
      if (fileName !== undefined || mimeType === 'application/octet-stream') {
        yield { kind: 'file', field, fileName, content }
        continue
      }
      const value = await readText({ field, mimeType, content })
      if (value !== undefined) yield { kind: 'text', field, value }
    }
    digest?.end()
  } catch (error) {
    throw multipartError(error)
  } finally {
    request.raw.unpipe()
  }
}

/** Reads a form only for its digest. */
export async function skipParts(parts: AsyncIterable<Part>, signal: AbortSignal | undefined): Promise<void> {
  for await (const part of parts) {
    if (part.kind === 'file') for await (const _ of part.content) signal?.throwIfAborted()
  }
}

/** What a browser sends for an empty file input. */
export async function isEmptyFileInput({ fileName, content }: Part & { kind: 'file' }): Promise<boolean> {
  if (fileName) return false
  if (content.readableLength === 0 && !content.readableEnded) await once(content, 'readable')
  const first = content.read()
  if (first !== null) content.unshift(first)
  return first === null
}

const brokenForm = (cause?: unknown) =>
  new AppError('MALFORMED_MULTIPART', 'The form is broken or was cut off before its end', { cause })

/** What the parser of forms throws without a code is about the form, whatever it says. */
function multipartError(error: unknown): unknown {
  if (error instanceof AppError) return error
  const { code, message }: { code?: string; message?: string } = error ?? {}
  if (code === undefined) return brokenForm(error)
  if (code.startsWith('FST_') || code.startsWith('E') || code === 'ABORT_ERR') {
    if (/terminated early|Unexpected end|Premature|aborted|Malformed|boundary|header/i.test(message ?? ''))
      return brokenForm(error)
  }
  return error
}

const tooMany = () =>
  new AppError('TOO_MANY_PARTS', `A form can have at most ${limits.formTextParts} text parts`, {
    details: { limit: limits.formTextParts },
  })

const tooLarge = () =>
  new AppError('BODY_TOO_LARGE', `The text parts of a form can have at most ${limits.formTextBytes} bytes together`, {
    details: { limit: limits.formTextBytes },
  })

/**
 * Reads the text parts of one form, which are bounded together (D58); one sent as application/json arrives parsed. The
 * result is undefined for an unknown or repeated part: its bytes are dropped as they arrive. AppError TOO_MANY_PARTS, BODY_TOO_LARGE.
 */
function createTextPartReader(
  names: readonly string[],
): (part: { field: string; mimeType: string; content: AsyncIterable<Buffer> }) => Promise<unknown> {
  const wanted = new Set(names)
  let parts = 0
  let bytes = 0

  return async ({ field, mimeType, content }) => {
    parts += 1
    if (parts > limits.formTextParts) throw tooMany()
    const text = wanted.delete(field) ? createText() : undefined
    for await (const chunk of content) {
      bytes += chunk.length
      if (bytes > limits.formTextBytes) throw tooLarge()
      text?.add(chunk)
    }
    if (text === undefined) return undefined
    return mimeType === 'application/json' ? parseBoundedJson(field, text.end()) : text.end()
  }
}

/** Doubles its memory when it is full: a client that sends many small pieces takes no more than twice their bytes. */
function createText() {
  let memory = Buffer.alloc(0)
  let filled = 0
  return {
    add(chunk: Uint8Array): void {
      if (filled + chunk.length > memory.length) {
        memory = Buffer.concat([memory.subarray(0, filled)], Math.max(2 * filled, filled + chunk.length))
      }
      memory.set(chunk, filled)
      filled += chunk.length
    },
    end: () => memory.toString('utf8', 0, filled),
  }
}
