import type * as contract from '#contract/audit-log.ts'
import type { AuditLogEntry } from '#server/ports/logs/audit-log.ts'

export const presentAuditEntry = (entry: AuditLogEntry & { readonly id: number }): contract.AuditLogEntry => ({
  id: entry.id,
  group_id: entry.groupId,
  action: entry.action,
  success: entry.success,
  error_message: entry.errorMessage,
  ip_address: entry.ipAddress,
  user_agent: entry.userAgent,
  request_data: entry.requestData && { ...entry.requestData },
  management_token: entry.maskedToken,
  source_host: entry.sourceHost,
  source_type: entry.sourceType,
  created_at: entry.createdAt,
})
