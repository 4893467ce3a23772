import type { App } from '#server/start/app.ts'

const handedOut = /"(?:managementToken|submissionId)":"([0-9a-f-]{36})"/g

/**
 * Records every management token and submission id that a service returns and every error. The returned function looks for those
 * in the errors, in the log and in the audit log (D23), and returns where it found one.
 */
export function watchForTokens({ http, deps }: App, logged: () => string): () => Promise<string[]> {
  const tokens = new Set<string>()
  const errors: string[] = []
  http.addHook('onSend', async (_request, reply, payload) => {
    if (typeof payload !== 'string') return payload
    if (reply.statusCode >= 400) errors.push(payload)
    else for (const [, token = ''] of payload.matchAll(handedOut)) tokens.add(token)
    return payload
  })
  return async () => {
    const audit = await deps.database.auditLog.latest('all', 100_000).catch(() => [])
    const places = { 'an error': errors.join(), 'the log': logged(), 'the audit log': JSON.stringify(audit) }
    return Object.entries(places).flatMap(([place, text]) =>
      [...tokens].filter((token) => text.includes(token)).map((token) => `The token ${token} is in ${place}`),
    )
  }
}
