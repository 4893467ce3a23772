import { hash } from 'node:crypto'
import type { ReadyAnswer, Streamed, StreamedAnswer } from '#server/http/stored-files/ready-answer.ts'

const headers = ['cache-control', 'no-cache', 'vary', 'Accept-Encoding']

/** JSON that is ready to send; a body given as a function is built when it is first needed. */
export function readyJson(
  etag: string,
  body: Buffer | (() => Buffer),
  compressed?: ReadyAnswer['compressed'],
): ReadyAnswer {
  let made = typeof body === 'function' ? undefined : body
  return {
    etag,
    headers,
    contentType: 'application/json; charset=utf-8',
    get body() {
      made ??= (body as () => Buffer)()
      return made
    },
    ...(compressed && { compressed }),
  }
}

/** JSON that is assembled while it is sent. */
export const streamedJson = (
  etag: string | undefined,
  plain: Streamed,
  gzip: () => Streamed | undefined = () => undefined,
): StreamedAnswer => ({
  etag,
  headers,
  contentType: 'application/json; charset=utf-8',
  plain,
  get gzip() {
    return gzip()
  },
})

/** From the bytes alone, so that all replicas, including newer and restarted ones, compute the same tag for the same content. */
export const tagOf = (content: string | Buffer): string => `W/"${hash('sha1', content, 'base64url')}"`
