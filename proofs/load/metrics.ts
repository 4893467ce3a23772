import type { ProofLine } from '#proofs/proof.ts'

/** The time of each operation, and unexpected answers. */
export interface Metrics {
  /** Sends and measures. Undefined when the answer was not one of the expected ones; its body is read otherwise. */
  measure(name: string, send: () => Promise<Response>, expected?: readonly number[]): Promise<Measured | undefined>
  lines(): ProofLine[]
}

export interface Measured {
  readonly status: number
  readonly headers: Headers
  // biome-ignore lint/suspicious/noExplicitAny: operations of many kinds are measured
  readonly body: any
}

interface Kept {
  readonly ms: number[]
  readonly failures: string[]
}

export function openMetrics(): Metrics {
  const kept = new Map<string, Kept>()
  return {
    async measure(name, send, expected = [200]) {
      const of = kept.get(name) ?? { ms: [], failures: [] }
      kept.set(name, of)
      const began = performance.now()
      try {
        const answer = await send()
        const bytes = Buffer.from(await answer.arrayBuffer())
        of.ms.push(performance.now() - began)
        const { status, headers } = answer
        if (!expected.includes(status)) {
          of.failures.push(`${status} ${bytes.toString('utf8').slice(0, 200)}`)
          return undefined
        }
        const isJson = headers.get('content-type')?.startsWith('application/json') && bytes.length > 0
        return { status, headers, body: isJson ? JSON.parse(bytes.toString('utf8')) : undefined }
      } catch (error) {
        of.failures.push(String((error as Error).cause ?? error))
        return undefined
      }
    },
    lines: () =>
      [...kept].toSorted().map(([what, { ms, failures }]) => {
        const sorted = ms.toSorted((a, b) => a - b)
        const at = (share: number) =>
          Math.round(sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0)
        const attempts = ms.length + failures.filter((failure) => !/^\d{3} /.test(failure)).length
        return {
          what,
          attempts,
          survived: attempts - failures.length,
          found: [...Map.groupBy(failures, (failure) => failure)].map(([failure, all]) => `${all.length}× ${failure}`),
          note: `p50 ${at(0.5)}, p99 ${at(0.99)}, longest ${at(1)} ms`,
        }
      }),
  }
}
