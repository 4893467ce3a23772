import { PassThrough, type Readable } from 'node:stream'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { AppError } from '#server/domain/errors.ts'

/** Lets the routes of `scope` read the body themselves, whatever its type is; a form is none of them. */
export function takeAnyBody(scope: FastifyInstance): void {
  scope.removeAllContentTypeParsers()
  const noForm = /^(?!multipart\/|application\/x-www-form-urlencoded)/i
  scope.addContentTypeParser(noForm, (_request, _body, done) => done(null))
}

/** The client has gone away, and what was not read is lost. No event tells who begins to read now. */
export const isCutOff = ({ raw }: FastifyRequest): boolean => raw.destroyed && !raw.readableEnded

export const cutOff = () => new AppError('MALFORMED_REQUEST', 'The request was cut off')

/**
 * The body as it arrives. Disposing it drains the rest unread, so that the client receives the answer: code that
 * stops reading a stream destroys it, and that of the request would take the connection along.
 */
export function openRequestBody(request: FastifyRequest): { content: Readable } & Disposable {
  const { raw } = request
  const content = new PassThrough()
  const fail = (error: Error) => void content.destroy(error)
  // The reader gets the error.
  content.on('error', () => undefined)
  const end = () => {
    if (isCutOff(request)) fail(cutOff())
  }
  raw.once('error', fail)
  raw.once('close', end)
  raw.pipe(content)
  end()
  return {
    content,
    [Symbol.dispose]() {
      raw.unpipe(content)
      raw.resume()
    },
  }
}
