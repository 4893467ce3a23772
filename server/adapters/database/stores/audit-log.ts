import type { AuditLogWrites } from '#server/ports/audit-log.ts'
import { flag, type StoreContext } from './context.ts'

export function auditLogStore({ db }: StoreContext): AuditLogWrites {
  return {
    async add(entry) {
      await db
        .insertInto('management_audit_log')
        .values({
          group_id: entry.groupId,
          action: entry.action,
          success: flag(entry.success),
          error_message: entry.errorMessage,
          ip_address: entry.ipAddress,
          user_agent: entry.userAgent,
          request_data: entry.requestData && JSON.stringify(entry.requestData),
          management_token: entry.maskedToken,
          source_host: entry.sourceHost,
          source_type: entry.sourceType,
          created_at: entry.createdAt,
        })
        .execute()
    },

    async removeBefore(time) {
      const result = await db.deleteFrom('management_audit_log').where('created_at', '<', time).executeTakeFirst()
      return Number(result.numDeletedRows)
    },
  }
}
