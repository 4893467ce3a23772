/** Admins do everything; moderators have groups, consents, takedowns and logs; auditors read logs (D26, D52). */
export const roles = ['admin', 'moderator', 'auditor'] as const
export type Role = (typeof roles)[number]

/**
 * Who may do what: the roles that each access class of an operation lets in. `session` also admits users who have to change
 * the password first, `auditor` every role after that; `oversight` is the log of what admins did.
 */
export const rolesOf = {
  session: roles,
  auditor: roles,
  oversight: ['admin', 'auditor'],
  moderator: ['admin', 'moderator'],
  admin: ['admin'],
} as const satisfies Record<string, readonly Role[]>

/** The access classes that need a session. */
export type SessionAccess = keyof typeof rolesOf

/** Who may call an operation: anyone, the holder of the management token in the path, or who has a session and the role. */
export type Access = 'public' | 'token' | SessionAccess

export const needsSession = (access: Access): access is SessionAccess => access in rolesOf

export const isAllowed = (access: SessionAccess, role: Role): boolean => rolesOf[access].some((each) => each === role)
