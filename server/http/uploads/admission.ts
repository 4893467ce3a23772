import type { FastifyReply, FastifyRequest, RouteOptions } from 'fastify'
import { limits } from '#contract/limits.ts'
import { isImageRefusal } from '#server/domain/group.ts'
import { uploadKeysSince } from '#server/domain/upload/upload-key.ts'
import { clientAddress, countedAddress } from '#server/http/access/client-address.ts'
import { sourceOf } from '#server/http/access/request-host.ts'
import { sentForm } from '#server/http/plain-form/sent-form.ts'
import {
  limitRequests,
  rateLimited,
  refusedUploadRule,
  submissionRule,
  uploadBytesRule,
  uploadBytesUnit,
  uploadRule,
} from '#server/http/rate-limits.ts'
import type { Exchange } from '#server/http/route.ts'
import type { Deps } from '#server/ports/deps.ts'
import { idempotencyKey } from './idempotency-key.ts'
import { type Meter, meterBytes, tooManyBytes } from './meter-bytes.ts'
import { cutOff, isCutOff } from './request-body.ts'

type AdmissionDeps = Pick<Deps, 'clock' | 'config' | 'counters' | 'database' | 'log' | 'previewer' | 'settings'>

interface OpenUpload {
  readonly kind: Kind
  readonly address: string
  readonly meter: Meter
  /** Until when the upload that was counted ahead can be taken back, in milliseconds; undefined where none is counted. */
  readonly countedUntil?: number
  /** Of one that is not counted, unless it was sent before. */
  readonly refusal?: unknown
  isStored: boolean
}

type Kind = 'upload' | 'addition' | 'submission-file'

const retryOpenSeconds = 10

/**
 * Limits uploads on the public host by address, before their bodies are read: how many are open in this process, what
 * they send in an hour, how many are stored and how many are refused (D19, D56, D58). AppError RATE_LIMITED.
 */
export class UploadAdmission {
  readonly #deps: AdmissionDeps
  readonly #open = new Map<string, number>()
  readonly #uploads = new WeakMap<FastifyRequest, OpenUpload>()

  constructor(deps: AdmissionDeps) {
    this.#deps = deps
  }

  /** Hooks of a route that creates a group, of one that adds to a group, and of one that takes a file of a submission. */
  hooks(kind: Kind): Pick<RouteOptions, 'preParsing' | 'onSend'> {
    return {
      preParsing: async (request, reply) => {
        await this.#admit(kind, { request, reply })
        // The parser would wait forever.
        if (isCutOff(request)) throw cutOff()
        // While the photos arrive; the first one reports what prevents it.
        void this.#deps.previewer.warmUp().catch(() => undefined)
      },
      onSend: async (request, reply) => this.#settle(request, reply),
    }
  }

  /** Aborts with the error to answer when the upload has to end. */
  signal(request: FastifyRequest): AbortSignal | undefined {
    return this.#uploads.get(request)?.meter.signal
  }

  /** What to throw unless the upload repeats one that has made a group: the hour's are used up. */
  refusal(request: FastifyRequest): unknown {
    return this.#uploads.get(request)?.refusal
  }

  /** From now on the upload counts, whatever its answer is. */
  stored(request: FastifyRequest): void {
    const upload = this.#uploads.get(request)
    if (upload) upload.isStored = true
  }

  /** Counts a submission that begins; refuses it where it could not be completed now. */
  async begin(exchange: Exchange): Promise<void> {
    if (!this.#isLimited(exchange.request)) return
    const rule = uploadRule(this.#deps.settings)
    const address = countedAddress(clientAddress(exchange.request))
    const { remaining, resetSeconds } = await this.#deps.counters.read(rule, address)
    if (remaining <= 0) throw rateLimited(`At most ${rule.limit} uploads an hour are allowed`, resetSeconds, rule.limit)
    await this.#checkRefusals(address)
    await limitRequests(this.#deps, submissionRule, { ...exchange, counted: 'submissions' })
    exchange.reply.header('ratelimit', `"${rule.name}";r=${remaining};t=${resetSeconds}`)
  }

  /** Counts one upload for `store`, unless that makes no group. */
  async count<T extends { readonly isNew: boolean }>(exchange: Exchange, store: () => Promise<T>): Promise<T> {
    const { request } = exchange
    if (!this.#isLimited(request)) return store()
    const address = countedAddress(clientAddress(request))
    const countedUntil = await this.#countAhead(exchange, address)
    let isNew = false
    try {
      const stored = await store()
      isNew = stored.isNew
      return stored
    } finally {
      if (!isNew) await this.#takeBack(address, countedUntil)
    }
  }

  #isLimited(request: FastifyRequest): boolean {
    return sourceOf(request, this.#deps.config).type === 'public'
  }

  async #takeBack(address: string, countedUntil: number): Promise<void> {
    try {
      if (Date.now() < countedUntil) await this.#deps.counters.takeBack(uploadRule(this.#deps.settings), address)
    } catch (err) {
      this.#deps.log.warn({ err }, 'a refused upload was not taken back')
    }
  }

  #enter(address: string): void {
    const before = this.#open.get(address) ?? 0
    if (before >= limits.openUploads) {
      throw rateLimited(
        `At most ${limits.openUploads} uploads can be open at once`,
        retryOpenSeconds,
        limits.openUploads,
      )
    }
    this.#open.set(address, before + 1)
  }

  #leave(address: string): void {
    const left = (this.#open.get(address) ?? 1) - 1
    if (left > 0) this.#open.set(address, left)
    else this.#open.delete(address)
  }

  async #checkBytes(request: FastifyRequest, address: string): Promise<void> {
    const sent = await this.#deps.counters.read(uploadBytesRule(this.#deps.settings), address)
    const announced = Number(request.headers['content-length'] ?? 0) / uploadBytesUnit
    if (!sent.allowed || announced > sent.remaining) throw tooManyBytes(this.#deps, sent)
  }

  async #checkRefusals(address: string): Promise<void> {
    const { allowed, resetSeconds } = await this.#deps.counters.read(refusedUploadRule, address)
    if (allowed) return
    throw rateLimited('Too many uploads from this address were refused', resetSeconds, refusedUploadRule.limit)
  }

  /** Counts the upload before it begins, so that concurrent ones cannot exceed the limit; returns the number of milliseconds until when it counts. */
  async #countAhead(exchange: Exchange, address: string) {
    const rule = uploadRule(this.#deps.settings)
    try {
      const { resetSeconds } = await limitRequests(this.#deps, rule, { ...exchange, counted: 'uploads' })
      return Date.now() + resetSeconds * 1_000
    } catch (error) {
      await this.#deps.counters.takeBack(rule, address)
      throw error
    }
  }

  /** A client that lost the answer of an upload that has made a group gets it again, even when the hour's are used up. */
  async #countUnlessRepeat(exchange: Exchange, address: string): Promise<Pick<OpenUpload, 'countedUntil' | 'refusal'>> {
    try {
      return { countedUntil: await this.#countAhead(exchange, address) }
    } catch (refusal) {
      const { clock, database } = this.#deps
      // Whether a plain form was sent before is known only once it has been read.
      if (sentForm(exchange.request)) return { refusal }
      const key = idempotencyKey(exchange.request)
      if (key && (await database.groups.findByUploadKey(key, uploadKeysSince(clock.now())))) return { refusal }
      throw refusal
    }
  }

  async #admit(kind: Kind, exchange: Exchange) {
    const { request } = exchange
    if (!this.#isLimited(request)) return
    const address = countedAddress(clientAddress(request))
    this.#enter(address)
    try {
      await this.#checkBytes(request, address)
      if (kind !== 'addition') await this.#checkRefusals(address)
      const counted = kind === 'upload' ? await this.#countUnlessRepeat(exchange, address) : {}
      const meter = meterBytes(this.#deps, { raw: request.raw, address })
      this.#uploads.set(request, { kind, address, meter, ...counted, isStored: false })
    } catch (error) {
      this.#leave(address)
      throw error
    }
  }

  async #settle(request: FastifyRequest, { statusCode }: FastifyReply): Promise<void> {
    const upload = this.#uploads.get(request)
    if (upload === undefined || !this.#uploads.delete(request)) return
    const { kind, address, meter, countedUntil, isStored } = upload
    this.#leave(address)
    await meter.stop()
    if (isStored) return
    if (countedUntil !== undefined) await this.#takeBack(address, countedUntil)
    if (isRefused(kind, request, statusCode)) await this.#countRefusal(address)
  }

  async #countRefusal(address: string): Promise<void> {
    try {
      await this.#deps.counters.count(refusedUploadRule, address)
    } catch (err) {
      this.#deps.log.warn({ err }, 'a refused upload was not counted')
    }
  }
}

/** A connection that breaks during an upload does not count against the client. */
function isRefused(kind: Kind, request: FastifyRequest, status: number): boolean {
  if (kind === 'submission-file') return isImageRefusal(request.failure)
  if (kind !== 'upload' || isCutOff(request) || request.raw.socket.destroyed) return false
  return status >= 400 && status < 500 && status !== 429
}
