import { limits } from '#contract/limits.ts'
import { AppError } from '#server/domain/errors.ts'
import { parseBoundedJson } from './bounded-json.ts'

interface TextPart {
  readonly field: string
  readonly mimeType: string
  readonly content: AsyncIterable<Buffer>
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
export function createTextPartReader(names: readonly string[]): (part: TextPart) => Promise<unknown> {
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
