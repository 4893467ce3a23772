import { createHash, type Hash } from 'node:crypto'
import { pipeline, type Readable, Transform } from 'node:stream'

const hashedBytes = 64 * 2 ** 10

/** What distinguishes the body of a repeated request from another one; not the boundary, which is new each time (D59). */
export interface BodyDigest {
  /** Passes the content of the next part on and takes note of its beginning. The part before has been read. */
  watch(field: string, content: Readable): Readable
  /** The form has been read to its end. */
  end(): void
  /** Of the names of all parts and the first 64 KiB of their contents; undefined before the end. */
  readonly value: string | undefined
}

export function createBodyDigest(): BodyDigest {
  const form = createHash('sha256')
  let part: Hash | undefined
  let digest: string | undefined

  function endPart(): void {
    if (part) form.update(part.digest())
    part = undefined
  }

  return {
    watch(field, content) {
      endPart()
      form.update(`${field.length}:${field}`)
      const hash = createHash('sha256')
      part = hash
      let left = hashedBytes
      const watched = new Transform({
        transform(chunk: Buffer, _encoding, done) {
          if (left > 0) {
            hash.update(chunk.subarray(0, left))
            left -= chunk.length
          }
          done(null, chunk)
        },
      })
      // The reader gets the error.
      return pipeline(content, watched, () => undefined)
    },
    end() {
      endPart()
      digest = form.digest('base64url')
    },
    get value() {
      return digest
    },
  }
}
