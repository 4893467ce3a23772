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

/** Requests may fail until the load balancer, or a replica, has noticed that a part is gone or back. */
const noticedAfterMs = 1_000

const fails = ({ status }: Sent) => status === 'lost' || status >= 500
const isClear = ({ status, code, retryAfter }: Sent) =>
  status === 503 && code === 'TEMPORARILY_UNAVAILABLE' && retryAfter

const overlaps = ({ began, ended }: Sent, time: { readonly began: number; readonly ended: number }): boolean =>
  began <= time.ended + noticedAfterMs && ended >= time.began

/** The first fault during a request, if any. */
export const faultOf = (sent: Sent, faults: readonly Fault[]): Fault | undefined =>
  faults.find((fault) => overlaps(sent, fault))

/** 5xx are allowed only while a part is down, with the right code; at a kill of a replica, connections may break as well. */
function allows(fault: Fault, sent: Sent): boolean {
  if (fault.part === 'replica') return fault.kills.some((kill) => overlaps(sent, kill))
  return fault.part !== 'clients' && isClear(sent)
}

/** The rule that a failed request breaks. One that outlasts a fault may meet the next. */
export function complaint(sent: Sent, faults: readonly Fault[]): string | undefined {
  if (!fails(sent)) return undefined
  const during = faults.filter((fault) => overlaps(sent, fault))
  if (during.some((fault) => allows(fault, sent))) return undefined
  const seconds = (ms: number) => `${(ms / 1_000).toFixed(1)} s`
  const answer = [sent.status, sent.code, sent.cause].filter(Boolean).join(' ')
  const last = faults.findLast(({ ended }) => ended < sent.began)
  const since = last ? `, asked ${seconds(sent.began - last.ended)} after ${last.name}` : ''
  const when = during.map(({ name }) => `during ${name}`).join(', ') || `while all parts were up${since}`
  return `${sent.kind} was answered ${answer} after ${seconds(sent.ended - sent.began)}, ${when}`
}

/** Seconds after the end of the fault until the last failed request had ended. */
export function recovery(fault: Fault, { sent, faults }: Record): number {
  const late = sent.filter((each) => fails(each) && each.ended > fault.ended && faultOf(each, faults) === fault)
  return late.reduce((longest, { ended }) => Math.max(longest, ended - fault.ended), 0) / 1_000
}
