import { type Static, Type } from 'typebox'
import { limits } from '#contract/limits.ts'
import { roles } from '#contract/operation/access.ts'
import { operationsWith } from '#contract/operation/operation.ts'
import { Named, Nullable, Ok, Success } from '#contract/shapes.ts'

const specified = operationsWith({ section: 'Admin authentication', withoutGroups: true })
const operation = operationsWith({ withoutGroups: true })

export const Role = Type.Enum([...roles], {
  description: 'moderator: groups, consents, takedowns and logs. auditor: may only read the logs and their figures.',
})

export const AdminUser = Named('AdminUser', {
  id: Type.Integer(),
  username: Type.String(),
  role: Role,
  requiresPasswordChange: Type.Boolean(),
  exhibitionIds: Type.Unsafe<readonly number[] | null>(
    Nullable(
      Type.Array(Type.Integer(), {
        description: 'A moderator or auditor of these exhibitions: everything else does not exist. null: of all (D84).',
      }),
    ),
  ),
})
export type AdminUser = Static<typeof AdminUser>

export const Username = Type.String({ description: '1 to 64 characters, unique, ignoring case.' })
export const NewPassword = Type.String({
  description: '8 to 256 characters, not the user name, and as strong as PASSWORD_MIN_STRENGTH asks.',
})
const CsrfToken = Type.String({ description: 'The value for the header X-CSRF-Token.' })

const secondFactorMissing = Type.Optional(
  Type.Literal(true, { description: 'Nothing but setting up a second factor is allowed until there is one (D53).' }),
)

const chatModeration = Type.Optional(
  Type.Literal(true, { description: 'The account can be connected to the chat of the team (D92).' }),
)

const passwordIsCommon = Type.Optional(
  Type.Literal(true, { description: 'The password is one of the hundred most common ones and should be changed.' }),
)

const session = { user: AdminUser, csrfToken: CsrfToken, secondFactorMissing, chatModeration, passwordIsCommon }
/** What starts or renews a session; the cookie `sid` comes with it. */
export const SessionStarted = Ok(session)

export const setupStatus = specified('GET /auth/setup/status', 'public', {
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
})

export const setupInitialAdmin = specified('POST /auth/setup/initial-admin', 'public', {
  summary: 'Create the first admin and start a session.',
  body: Type.Object({
    username: Username,
    password: NewPassword,
    setupCode: Type.Optional(Type.String({ description: 'Needed where needsSetupCode says so.' })),
  }),
  responses: { 201: SessionStarted },
  codes: ['INVALID_PASSWORD', 'WEAK_PASSWORD', 'SETUP_DONE', 'SETUP_CODE_REQUIRED', 'RATE_LIMITED'],
})

export const login = specified('POST /auth/login', 'public', {
  summary: 'Start a session.',
  description:
    'Always a fresh session id. Ten failed logins for one user name from one address within 15 minutes, or thirty from one ' +
    'address (IPv6: /64) for any name: 429 until they pass. A device that the account has logged in with within a year has ten failures of its own instead. A session ends after 8 hours without use and after 12 hours in all. With a second factor a right password is answered ' +
    'with 401 `SECOND_FACTOR_REQUIRED` and `challenge`; `details` has `methods` (totp, passkey, recovery_code), `passwordIsCommon` and, as `passkey`, ' +
    'the PublicKeyCredentialRequestOptionsJSON. POST /auth/second-factor ends the login.',
  body: Type.Object({ username: Type.String(), password: Type.String() }),
  responses: { 200: SessionStarted },
  codes: ['LOGIN_FAILED', 'SECOND_FACTOR_REQUIRED', 'SETUP_REQUIRED', 'RATE_LIMITED'],
})

export const logout = specified('POST /auth/logout', 'session', {
  sessionOptional: true,
  summary: 'End the session.',
  description: 'Without a session the answer is 204 as well, and no CSRF token is needed.',
  responses: { 204: Type.Null() },
})

export const getCsrfToken = specified('GET /auth/csrf-token', 'session', {
  summary: 'The CSRF token of the session, and whose session it is.',
  responses: {
    200: Type.Object({
      csrfToken: CsrfToken,
      user: AdminUser,
      secondFactorMissing,
      chatModeration,
      isConfirmed: Type.Boolean({ description: 'The password was entered within ten minutes.' }),
      contentVersion: Type.Integer({
        description: 'Another one after every change of groups that the account sees; followGroups begins with it.',
      }),
    }),
  },
})

export const changePassword = specified('POST /auth/change-password', 'session', {
  summary: 'Change your own password; all your other sessions end.',
  description: 'A wrong current password counts as a failed login.',
  body: Type.Object({ currentPassword: Type.String(), newPassword: NewPassword }),
  responses: { 200: Success(session) },
  codes: ['WRONG_PASSWORD', 'INVALID_PASSWORD', 'WEAK_PASSWORD', 'USER_NOT_FOUND', 'RATE_LIMITED'],
})

export const confirmPassword = operation('POST /auth/confirm', 'session', {
  summary: 'Enter the password again, for operations that answer REAUTHENTICATION_REQUIRED.',
  description: 'Valid for ten minutes, like a login. A wrong password counts as a failed login.',
  body: Type.Object({ password: Type.String() }),
  responses: { 200: Success({}) },
  codes: ['WRONG_PASSWORD', 'RATE_LIMITED'],
  codeStatus: { WRONG_PASSWORD: 403 },
})

export const rankPassword = operation('POST /auth/password-strength', 'session', {
  sessionOptional: true,
  summary: 'How hard a password is to guess; nothing is stored.',
  description: 'Needs a session, except before the first admin exists.',
  body: Type.Object({
    password: Type.String({ maxLength: limits.passwordMax }),
    username: Type.Optional(Type.String({ description: 'Whose password it will be. Default: your own account.' })),
  }),
  responses: {
    200: Ok({
      rank: Type.Integer({ minimum: 0, maximum: 4, description: 'The rank by zxcvbn; 0 is guessed at once.' }),
    }),
  },
  codes: ['SESSION_REQUIRED'],
})

export const endOtherSessions = operation('POST /auth/logout-others', 'session', {
  summary: 'End all other sessions of your own account.',
  responses: { 200: Success({}) },
})
