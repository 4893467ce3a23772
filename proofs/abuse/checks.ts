import { type Ledger, openLedger } from './ledger.ts'

/** Returns what is wrong, or nothing. */
export type Check = () => Promise<string | undefined>

/** Runs each check once, one after the other; a check that throws has found something. */
export async function makeChecks(what: string, checks: Readonly<Record<string, Check>>): Promise<Ledger> {
  const ledger = openLedger(what)
  for (const [name, check] of Object.entries(checks)) {
    ledger.attempt()
    try {
      const wrong = await check()
      if (wrong) ledger.found(name, wrong)
    } catch (error) {
      ledger.found(name, String((error as Error).stack))
    }
  }
  return ledger
}

export interface Said {
  readonly status: number
  readonly code: string | undefined
  readonly headers: Headers
  // biome-ignore lint/suspicious/noExplicitAny: attacks look into answers of many shapes
  readonly body: any
}

export async function ask(url: string, init: RequestInit & { json?: unknown } = {}): Promise<Said> {
  const { json, headers, ...rest } = init
  const all = new Headers(headers)
  if (json !== undefined) all.set('content-type', 'application/json')
  const answer = await fetch(url, {
    method: json === undefined ? 'GET' : 'POST',
    ...rest,
    headers: all,
    ...(json !== undefined && { body: JSON.stringify(json) }),
  })
  const text = await answer.text()
  const isJson = answer.headers.get('content-type')?.startsWith('application/json') && text !== ''
  const body = isJson ? JSON.parse(text) : text
  return { status: answer.status, code: isJson ? body.code : undefined, headers: answer.headers, body }
}

export const expectSaid = ({ status, code }: Said, wanted: string): string | undefined =>
  `${status} ${code ?? ''}`.trim() === wanted ? undefined : `${status} ${code ?? ''} instead of ${wanted}`

/** The first complaint of several. */
export const firstOf = (...complaints: readonly (string | undefined)[]): string | undefined =>
  complaints.find((each) => each !== undefined)
