import { hash } from 'node:crypto'
import type { ReadyAnswer } from '#server/http/ready-answer.ts'

const headers = ['cache-control', 'no-cache', 'vary', 'Accept-Encoding']

/** JSON that is ready to send. */
export const readyJson = (etag: string, body: Buffer, compressed?: ReadyAnswer['compressed']): ReadyAnswer => ({
  etag,
  headers,
  contentType: 'application/json; charset=utf-8',
  body,
  ...(compressed && { compressed }),
})

/** From the bytes alone, so that all replicas, also newer and restarted ones, say the same of the same content. */
export const tagOf = (content: string | Buffer): string => `W/"${hash('sha1', content, 'base64url')}"`
