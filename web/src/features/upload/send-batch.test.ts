import { describe, expect, it } from 'vitest'
import { ApiError, errorOf, networkError } from '#web/api/api-error.ts'
import { retryDelay } from './send-batch.ts'

const answer = (status: number, code = 'X', retryAfter: string | null = null) =>
  errorOf(status, JSON.stringify({ code, message: '' }), retryAfter)

describe('retryDelay', () => {
  it('grows after a broken connection and ends after five tries', () => {
    const delays = [0, 1, 2, 3, 4, 5].map((failures) => retryDelay(networkError(), failures))
    expect(delays).toEqual([2, 4, 8, 16, 30, undefined])
  })
  it.each([408, 502, 503, 504])('tries again after %i', (status) => {
    expect(retryDelay(answer(status), 0)).toBe(2)
  })
  it('waits as long as a busy server says, at most a minute', () => {
    expect(retryDelay(answer(503, 'TEMPORARILY_UNAVAILABLE', '10'), 0)).toBe(10)
    expect(retryDelay(answer(503, 'TEMPORARILY_UNAVAILABLE', '3600'), 0)).toBe(60)
  })
  it.each([400, 403, 413, 429, 500, 507])('never tries again by itself after %i', (status) => {
    expect(retryDelay(answer(status), 0)).toBeUndefined()
  })
})

describe('errorOf', () => {
  it('takes code, message and details from the body and the waiting time from the header', () => {
    const body = JSON.stringify({ success: false, code: 'RATE_LIMITED', message: 'Slow down', details: { limit: 20 } })
    const error = errorOf(429, body, '90')
    expect(error).toBeInstanceOf(ApiError)
    expect(error).toMatchObject({ status: 429, code: 'RATE_LIMITED', retryAfter: 90, details: { limit: 20 } })
  })
  it.each([
    [413, 'BODY_TOO_LARGE'],
    [429, 'RATE_LIMITED'],
    [502, 'TEMPORARILY_UNAVAILABLE'],
    [418, 'INTERNAL_ERROR'],
  ])('gives the answer %i of a proxy without our body the code %s', (status, code) => {
    expect(errorOf(status, '<html>', null).code).toBe(code)
  })
})
