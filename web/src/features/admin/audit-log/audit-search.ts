export interface AuditSearch {
  readonly q?: string
  readonly action?: string
}

export const readAuditSearch = ({ q, action }: Record<string, unknown>): AuditSearch => ({
  ...((typeof q === 'string' || typeof q === 'number') && q !== '' && { q: String(q) }),
  ...(typeof action === 'string' && action !== '' && { action }),
})
