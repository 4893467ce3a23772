import { setTimeout as sleep } from 'node:timers/promises'
import type { Target } from '#proofs/service/target.ts'
import type { World } from '#proofs/service/world.ts'
import { makeImage } from '#tests/support/images/make-image.ts'
import { batchForm } from '#tests/support/upload.ts'

/** The answers to an ordinary visitor during the attack. */
export interface ProbeResult {
  /** `/health 2 / 8 / 30 ms` per request: median, 99th percentile, longest. */
  readonly summary: string
  readonly longestMs: number
  readonly requests: number
  /** Answers other than 200, and missing ones. */
  readonly failures: readonly string[]
}

const percentile = (values: readonly number[], share: number): number =>
  values.toSorted((a, b) => a - b)[Math.min(values.length - 1, Math.floor(values.length * share))] ?? Number.NaN

const latencies = (values: readonly number[]): string =>
  [percentile(values, 0.5), percentile(values, 0.99), Math.max(...values)].map((each) => Math.round(each)).join(' / ')

/** Requests health and feed ten times a second and uploads a photo every second, until stopped. */
export async function startProbe({ url }: Target, { admin }: World): Promise<{ stop(): Promise<ProbeResult> }> {
  const photo = await makeImage({ width: 1_200, height: 900, detail: true })
  const times = new Map<string, number[]>()
  const failures: string[] = []
  let isStopped = false

  async function ask(name: string, send: () => Promise<Response>): Promise<Response | undefined> {
    const began = performance.now()
    try {
      const answer = await send()
      const copy = answer.clone()
      await answer.arrayBuffer()
      const ms = performance.now() - began
      times.set(name, [...(times.get(name) ?? []), ms])
      if (!answer.ok) failures.push(`${name} → ${answer.status}`)
      return copy
    } catch (error) {
      failures.push(`${name}: ${(error as Error).cause ?? error}`)
      return undefined
    }
  }
  const repeat = async (everyMs: number, work: () => Promise<unknown>) => {
    while (!isStopped) {
      await work()
      await sleep(everyMs)
    }
  }
  const signal = () => AbortSignal.timeout(60_000)
  const uploadAndDelete = async () => {
    const body = await batchForm({ files: [{ name: 'probe.jpg', bytes: photo }] })
    const answer = await ask('upload', () =>
      fetch(`${url}/api/upload/batch`, { method: 'POST', body, signal: signal() }),
    )
    if (!answer?.ok) return
    const { groupId } = (await answer.json()) as { groupId: string }
    const deleted = { method: 'DELETE', headers: { ...admin() }, signal: signal() }
    await ask('delete', () => fetch(`${url}/api/admin/groups/${groupId}`, deleted))
  }
  const work = Promise.all([
    repeat(100, () => ask('/health', () => fetch(`${url}/health`, { signal: signal() }))),
    repeat(100, () => ask('feed', () => fetch(`${url}/api/groups`, { signal: signal() }))),
    repeat(300, uploadAndDelete),
  ])
  return {
    async stop() {
      isStopped = true
      await work
      const all = [...times.values()].flat()
      return {
        summary: [...times].map(([name, ms]) => `${name} ${latencies(ms)}`).join(', '),
        longestMs: Math.max(...all),
        requests: all.length,
        failures,
      }
    },
  }
}
