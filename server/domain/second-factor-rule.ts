import type { Role } from '#contract/operation/access.ts'
import type { SecondFactorRule } from '#contract/settings/setting-limits.ts'

export type { SecondFactorRule }

/** Whether accounts of the role must have a second factor (D53). */
export const needsSecondFactor = (rule: SecondFactorRule, role: Role): boolean =>
  rule === 'all' || (rule === 'admins' && role === 'admin')
