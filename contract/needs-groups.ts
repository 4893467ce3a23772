import type { Operation } from './operation.ts'

/** Beginnings of the paths that work without groups. */
const needNone = [
  '/auth/',
  '/health',
  '/metrics',
  '/api/upload/settings',
  '/api/social-media/platforms',
  '/api/system/migration/',
  '/api/admin/users',
  '/api/admin/social-media/platforms',
  '/api/admin/deletion-log',
  '/api/admin/management-audit',
  '/api/admin/rate-limiter/',
  '/api/admin/messenger/test',
]

/** Whether an operation reads or writes groups, so that a migration that is due comes first (D36). */
export const needsGroups = ({ url }: Operation): boolean => !needNone.some((beginning) => url.startsWith(beginning))
