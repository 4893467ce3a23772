/** One request and its result. `lost`: the connection ended without an answer. */
export interface Sent {
  readonly kind: string
  /** Milliseconds of `performance.now()`. */
  readonly began: number
  readonly ended: number
  readonly status: number | 'lost'
  readonly code: string | undefined
  /** Of a broken connection. */
  readonly cause: string | undefined
  readonly retryAfter: boolean
}

/**
 * A time in which a part was down; `replica`: one of two, so that only requests to it at its end may fail. Faults of
 * `clients` must stay unnoticed.
 */
export interface Fault {
  readonly name: string
  readonly part: 'replica' | 'database' | 'files' | 'clients'
  readonly began: number
  /** When the part was up again. */
  ended: number
  /** When a replica was killed, and when that had ended. */
  readonly kills: { readonly began: number; readonly ended: number }[]
}

/** All requests and faults of a run. */
export interface Record {
  readonly sent: Sent[]
  readonly faults: Fault[]
  /** Broken rules, each with the details to investigate it. */
  readonly broken: string[]
  /** When an upload was accepted, when one of which something is missing now was, and when a read showed what a confirmed change had ended. */
  readonly accepted: number[]
  readonly lost: number[]
  readonly stale: number[]
}

/** Connections to an ended replica may break until the load balancer has noticed. */
const noticedAfterMs = 1_000

const fails = ({ status }: Sent) => status === 'lost' || status >= 500
const isClear = ({ status, code, retryAfter }: Sent) =>
  status === 503 && code === 'TEMPORARILY_UNAVAILABLE' && retryAfter

/** The fault during a request, if any. */
export const faultOf = ({ began, ended }: Sent, faults: readonly Fault[]): Fault | undefined =>
  faults.find((fault) => began <= fault.ended && ended >= fault.began)

/** The rule that a failed request breaks: 5xx are allowed only while a part is down, with the right code. */
export function complaint(sent: Sent, faults: readonly Fault[]): string | undefined {
  if (!fails(sent)) return undefined
  const fault = faultOf(sent, faults)
  const seconds = (ms: number) => `${(ms / 1_000).toFixed(1)} s`
  const answer = `${sent.kind} was answered ${[sent.status, sent.code, sent.cause].filter(Boolean).join(' ')} after ${seconds(sent.ended - sent.began)}`
  if (fault === undefined) {
    const last = faults.findLast(({ ended }) => ended < sent.began)
    const since = last ? `, asked ${seconds(sent.began - last.ended)} after ${last.name}` : ''
    return `${answer} while all parts were up${since}`
  }
  if (fault.part === 'replica') {
    const inTheMoment = fault.kills.some(
      ({ began, ended }) => sent.began <= ended + noticedAfterMs && sent.ended >= began,
    )
    return inTheMoment ? undefined : `${answer} while one replica was up: ${fault.name}`
  }
  if (fault.part === 'database' || fault.part === 'files')
    return isClear(sent) ? undefined : `${answer} instead of a clear 503: ${fault.name}`
  return `${answer} during a fault that must stay unnoticed: ${fault.name}`
}

/** Seconds after the end of the fault until the last failed request had ended. */
export function recovery(fault: Fault, { sent, faults }: Record): number {
  const late = sent.filter((each) => fails(each) && each.ended > fault.ended && faultOf(each, faults) === fault)
  return late.reduce((longest, { ended }) => Math.max(longest, ended - fault.ended), 0) / 1_000
}
