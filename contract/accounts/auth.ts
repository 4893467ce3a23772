import { type Static, Type } from 'typebox'
import { limits } from '#contract/limits.ts'
import { roles } from '#contract/operation/access.ts'
import { operation } from '#contract/operation/operation.ts'
import { Success } from '#contract/shapes.ts'

const section = 'Admin authentication'

export const Role = Type.Enum([...roles], {
  description: 'moderator: groups, consents, takedowns and logs. auditor: may only read the logs and their figures.',
})

export const AdminUser = Type.Object(
  { id: Type.Integer(), username: Type.String(), role: Role, requiresPasswordChange: Type.Boolean() },
  { $id: 'AdminUser' },
)
export type AdminUser = Static<typeof AdminUser>

export const Username = Type.String({ description: '1 to 64 characters, unique, ignoring case.' })
export const NewPassword = Type.String({
  description: '8 to 256 characters, not the user name, and as strong as PASSWORD_MIN_STRENGTH asks.',
})
const CsrfToken = Type.String({ description: 'The value for the header X-CSRF-Token.' })

const secondFactorMissing = Type.Optional(
  Type.Literal(true, { description: 'Nothing but setting up a second factor is allowed until there is one (D53).' }),
)

/** What starts or renews a session; the cookie `sid` comes with it. */
export const SessionStarted = Type.Object({
  success: Type.Literal(true),
  user: AdminUser,
  csrfToken: CsrfToken,
  secondFactorMissing,
})

export const setupStatus = operation({
  method: 'GET',
  url: '/auth/setup/status',
  access: 'public',
  withoutGroups: true,
  section,
  summary: 'Whether the first admin has to be set up.',
  responses: {
    200: Type.Object({
      needsSetup: Type.Boolean(),
      hasSession: Type.Boolean(),
      needsSetupCode: Type.Boolean({
        description: 'This request could set up the first admin only with the setup code.',
      }),
    }),
  },
  errors: [403],
})

export const setupInitialAdmin = operation({
  method: 'POST',
  url: '/auth/setup/initial-admin',
  access: 'public',
  withoutGroups: true,
  section,
  summary: 'Create the first admin and start a session.',
  body: Type.Object({
    username: Username,
    password: NewPassword,
    setupCode: Type.Optional(Type.String({ description: 'Needed where needsSetupCode says so.' })),
  }),
  responses: { 201: SessionStarted },
  errors: [403, 409, 429],
  codes: ['INVALID_PASSWORD', 'WEAK_PASSWORD', 'SETUP_DONE', 'SETUP_CODE_REQUIRED', 'RATE_LIMITED'],
})

export const login = operation({
  method: 'POST',
  url: '/auth/login',
  access: 'public',
  withoutGroups: true,
  section,
  summary: 'Start a session.',
  description:
    'Always a fresh session id. Ten failed logins for one user name from one address within 15 minutes, or thirty from one ' +
    'address (IPv6: /64) for any name: 429 until they pass. A session ends after 8 hours without use and after 12 hours in all. With a second factor a right password is answered ' +
    'with 401 `SECOND_FACTOR_REQUIRED` and `challenge`; `details` has `methods` (totp, passkey, recovery_code) and, as `passkey`, ' +
    'the PublicKeyCredentialRequestOptionsJSON. POST /auth/second-factor ends the login.',
  body: Type.Object({ username: Type.String(), password: Type.String() }),
  responses: { 200: SessionStarted },
  errors: [401, 403, 409, 429],
  codes: ['LOGIN_FAILED', 'SECOND_FACTOR_REQUIRED', 'SETUP_REQUIRED', 'RATE_LIMITED'],
})

export const logout = operation({
  method: 'POST',
  url: '/auth/logout',
  access: 'session',
  withoutGroups: true,
  sessionOptional: true,
  section,
  summary: 'End the session.',
  description: 'Without a session the answer is 204 as well, and no CSRF token is needed.',
  responses: { 204: Type.Null() },
  errors: [403],
})

export const getCsrfToken = operation({
  method: 'GET',
  url: '/auth/csrf-token',
  access: 'session',
  withoutGroups: true,
  section,
  summary: 'The CSRF token of the session, and whose session it is.',
  responses: {
    200: Type.Object({
      csrfToken: CsrfToken,
      user: AdminUser,
      secondFactorMissing,
      contentVersion: Type.Integer({ description: 'Grows with every change of groups; followGroups begins with it.' }),
    }),
  },
  errors: [403],
})

export const changePassword = operation({
  method: 'POST',
  url: '/auth/change-password',
  access: 'session',
  withoutGroups: true,
  section,
  summary: 'Change your own password; all your other sessions end.',
  description: 'A wrong current password counts as a failed login.',
  body: Type.Object({ currentPassword: Type.String(), newPassword: NewPassword }),
  responses: { 200: Success({ user: AdminUser, csrfToken: CsrfToken, secondFactorMissing }) },
  errors: [403, 404, 429],
  codes: ['WRONG_PASSWORD', 'INVALID_PASSWORD', 'WEAK_PASSWORD', 'USER_NOT_FOUND', 'RATE_LIMITED'],
})

export const confirmPassword = operation({
  method: 'POST',
  url: '/auth/confirm',
  access: 'session',
  withoutGroups: true,
  summary: 'Enter the password again, for operations that answer REAUTHENTICATION_REQUIRED.',
  description: 'Valid for ten minutes, like a login. A wrong password counts as a failed login.',
  body: Type.Object({ password: Type.String() }),
  responses: { 200: Success({}) },
  errors: [403, 429],
  codes: ['WRONG_PASSWORD', 'RATE_LIMITED'],
  codeStatus: { WRONG_PASSWORD: 403 },
})

export const rankPassword = operation({
  method: 'POST',
  url: '/auth/password-strength',
  access: 'session',
  sessionOptional: true,
  withoutGroups: true,
  summary: 'How hard a password is to guess; nothing is stored.',
  description: 'Needs a session, except before the first admin exists.',
  body: Type.Object({
    password: Type.String({ maxLength: limits.passwordMax }),
    username: Type.Optional(Type.String({ description: 'Whose password it will be. Default: your own account.' })),
  }),
  responses: {
    200: Type.Object({
      success: Type.Literal(true),
      rank: Type.Integer({ minimum: 0, maximum: 4, description: 'The rank by zxcvbn; 0 is guessed at once.' }),
    }),
  },
  errors: [403],
  codes: ['SESSION_REQUIRED'],
})

export const endOtherSessions = operation({
  method: 'POST',
  url: '/auth/logout-others',
  access: 'session',
  withoutGroups: true,
  summary: 'End all other sessions of your own account.',
  responses: { 200: Success({}) },
  errors: [403],
})
