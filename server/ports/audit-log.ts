import type { OwnerChange } from '#contract/shapes.ts'

export type AuditAction = OwnerChange | 'view_group' | 'delete_group' | 'invalid_token'

/** One request to the management portal (D23). */
export interface AuditLogEntry {
  /** null where the token was not known. */
  readonly groupId: string | null
  readonly action: AuditAction
  readonly success: boolean
  readonly errorMessage: string | null
  readonly ipAddress: string | null
  readonly userAgent: string | null
  /** Without file contents and without the token. */
  readonly requestData: Readonly<Record<string, unknown>> | null
  /** The first 8 characters. */
  readonly maskedToken: string | null
  readonly sourceHost: string | null
  readonly sourceType: 'public' | 'internal'
  readonly createdAt: string
}

export interface AuditLogWrites {
  add(entry: AuditLogEntry): Promise<void>
  /** Removes the entries made before `time`, ISO 8601. Answers their number. */
  removeBefore(time: string): Promise<number>
}
