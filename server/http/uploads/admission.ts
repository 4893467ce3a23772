import type { FastifyReply, FastifyRequest, RouteOptions } from 'fastify'
import { limits } from '#contract/limits.ts'
import type { Deps } from '#server/deps.ts'
import { clientAddress, countedAddress } from '#server/http/access/client-address.ts'
import { sourceOf } from '#server/http/access/request-host.ts'
import {
  limitRequests,
  rateLimited,
  refusedUploadRule,
  uploadBytesRule,
  uploadBytesUnit,
  uploadRule,
} from '#server/http/rate-limits.ts'
import { type Meter, meterBytes, tooManyBytes } from './meter-bytes.ts'

type AdmissionDeps = Pick<Deps, 'config' | 'counters' | 'log'>

interface OpenUpload {
  readonly address: string
  readonly meter: Meter
  /** Until when the upload that was counted ahead can be taken back, in milliseconds; undefined where none is counted. */
  readonly countedUntil: number | undefined
  isStored: boolean
}

export interface UploadAdmission {
  /** Hooks of a route that creates a group, and of one that adds to a group. */
  hooks(kind: 'upload' | 'addition'): Pick<RouteOptions, 'preParsing' | 'onSend'>
  /** Aborts with the error to answer when the upload has to end. */
  signal(request: FastifyRequest): AbortSignal | undefined
  /** From now on the upload counts, whatever its answer is. */
  stored(request: FastifyRequest): void
}

const retryOpenSeconds = 10

/**
 * Limits uploads on the public host by address, before their bodies are read: how many are open in this process, what
 * they send in an hour, how many are stored and how many are refused (D19, D56, D58). AppError RATE_LIMITED.
 */
export function createUploadAdmission(deps: AdmissionDeps): UploadAdmission {
  const { config, counters, log } = deps
  const open = new Map<string, number>()
  const uploads = new WeakMap<FastifyRequest, OpenUpload>()

  function enter(address: string): void {
    const before = open.get(address) ?? 0
    if (before >= limits.openUploads) {
      throw rateLimited(
        `At most ${limits.openUploads} uploads can be open at once`,
        retryOpenSeconds,
        limits.openUploads,
      )
    }
    open.set(address, before + 1)
  }

  function leave(address: string): void {
    const left = (open.get(address) ?? 1) - 1
    if (left > 0) open.set(address, left)
    else open.delete(address)
  }

  async function checkBytes(request: FastifyRequest, address: string): Promise<void> {
    const sent = await counters.read(uploadBytesRule(config), address)
    const announced = Number(request.headers['content-length'] ?? 0) / uploadBytesUnit
    if (!sent.allowed || announced > sent.remaining) throw tooManyBytes(deps, sent)
  }

  async function checkRefusals(address: string): Promise<void> {
    const { allowed, resetSeconds } = await counters.read(refusedUploadRule, address)
    if (allowed) return
    throw rateLimited('Too many uploads from this address were refused', resetSeconds, refusedUploadRule.limit)
  }

  /** Counts the upload ahead, so that many at once are no more than allowed; the number of milliseconds until when it counts. */
  async function countAhead(exchange: { request: FastifyRequest; reply: FastifyReply }, address: string) {
    const rule = uploadRule(config)
    try {
      const { resetSeconds } = await limitRequests(deps, rule, exchange)
      return Date.now() + resetSeconds * 1_000
    } catch (error) {
      await counters.takeBack(rule, address)
      throw error
    }
  }

  async function admit(kind: 'upload' | 'addition', exchange: { request: FastifyRequest; reply: FastifyReply }) {
    const { request } = exchange
    if (sourceOf(request, config).type !== 'public') return
    const address = countedAddress(clientAddress(request))
    enter(address)
    try {
      await checkBytes(request, address)
      if (kind === 'upload') await checkRefusals(address)
      const countedUntil = kind === 'upload' ? await countAhead(exchange, address) : undefined
      const meter = meterBytes(deps, { raw: request.raw, address })
      uploads.set(request, { address, meter, countedUntil, isStored: false })
    } catch (error) {
      leave(address)
      throw error
    }
  }

  async function settle(request: FastifyRequest, { statusCode }: FastifyReply): Promise<void> {
    const upload = uploads.get(request)
    if (upload === undefined || !uploads.delete(request)) return
    const { address, meter, countedUntil, isStored } = upload
    leave(address)
    await meter.stop()
    if (isStored || countedUntil === undefined) return
    try {
      if (Date.now() < countedUntil) await counters.takeBack(uploadRule(config), address)
      if (statusCode >= 400 && statusCode < 500 && statusCode !== 429) await counters.count(refusedUploadRule, address)
    } catch (err) {
      log.warn({ err }, 'a refused upload was not taken back')
    }
  }

  return {
    hooks: (kind) => ({
      preParsing: async (request, reply) => admit(kind, { request, reply }),
      onSend: async (request, reply) => settle(request, reply),
    }),
    signal: (request) => uploads.get(request)?.meter.signal,
    stored(request) {
      const upload = uploads.get(request)
      if (upload) upload.isStored = true
    },
  }
}
