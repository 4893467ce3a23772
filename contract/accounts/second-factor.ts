import { type Static, Type } from 'typebox'
import { operation, pathText } from '#contract/operation/operation.ts'
import { Success, Timestamp } from '#contract/shapes.ts'
import { SessionStarted } from './auth.ts'

const url = '/api/admin/account/factors'

/** The account is one's own: every role has it. */
const own = { access: 'auditor', withoutGroups: true, withoutFactor: true, confirmed: true } as const

export const Factor = Type.Object(
  {
    id: Type.Integer(),
    type: Type.Enum(['totp', 'passkey']),
    name: Type.String(),
    createdAt: Timestamp,
    lastUsedAt: Type.Union([Timestamp, Type.Null()]),
  },
  { $id: 'Factor' },
)
export type Factor = Static<typeof Factor>

const RecoveryCodes = Type.Array(Type.String(), {
  description: 'Ten codes, each for one login without the factor. They are not shown again.',
})
const WebAuthnJson = (description: string) => Type.Object({}, { additionalProperties: true, description })

export const finishLogin = operation({
  method: 'POST',
  url: '/auth/second-factor',
  access: 'public',
  withoutGroups: true,
  summary: 'End a login that was answered with 401 SECOND_FACTOR_REQUIRED.',
  description:
    '`code` is one of the authenticator app or a recovery code, `assertion` the answer of a passkey to ' +
    '`details.passkey` of that 401. A challenge lasts five minutes and starts one session.',
  body: Type.Object({
    challenge: Type.String(),
    code: Type.Optional(Type.String()),
    assertion: Type.Optional(WebAuthnJson('AuthenticationResponseJSON of WebAuthn.')),
  }),
  responses: { 200: SessionStarted },
  errors: [401, 403, 429],
  codes: ['SECOND_FACTOR_FAILED', 'CHALLENGE_ENDED', 'RATE_LIMITED'],
})

export const listFactors = operation({
  ...own,
  method: 'GET',
  url,
  summary: 'The second factors of the own account.',
  responses: {
    200: Type.Object({
      success: Type.Literal(true),
      factors: Type.Array(Factor),
      recoveryCodesLeft: Type.Integer(),
    }),
  },
  errors: [403],
})

export const addTotp = operation({
  ...own,
  method: 'POST',
  url: `${url}/totp`,
  summary: 'A secret for an authenticator app; it counts once a code of it was confirmed.',
  responses: {
    200: Type.Object({
      success: Type.Literal(true),
      secret: Type.String({ description: 'Base32.' }),
      uri: Type.String({ description: 'otpauth://, for a QR code.' }),
    }),
  },
  errors: [403],
})

export const confirmTotp = operation({
  ...own,
  method: 'POST',
  url: `${url}/totp/confirm`,
  summary: 'Take the authenticator app into use, in place of the one before.',
  description: 'Makes ten new recovery codes; older ones are void. The other sessions of the account end.',
  body: Type.Object({ code: Type.String() }),
  responses: { 200: Type.Object({ success: Type.Literal(true), factor: Factor, recoveryCodes: RecoveryCodes }) },
  errors: [403, 404, 429],
  codes: ['INVALID_CODE', 'FACTOR_NOT_FOUND', 'RATE_LIMITED'],
})

export const beginPasskey = operation({
  ...own,
  method: 'POST',
  url: `${url}/passkeys/options`,
  summary: 'What the browser needs to make a passkey.',
  responses: {
    200: Type.Object({
      success: Type.Literal(true),
      options: WebAuthnJson('PublicKeyCredentialCreationOptionsJSON of WebAuthn.'),
    }),
  },
  errors: [403],
})

export const addPasskey = operation({
  ...own,
  method: 'POST',
  url: `${url}/passkeys`,
  summary: 'Take a passkey into use.',
  description:
    'The first factor of an account comes with ten recovery codes. The other sessions of the account end. Passkeys need ' +
    'HTTPS, and belong to the host name.',
  body: Type.Object({
    name: Type.Optional(Type.String({ description: '1 to 100 characters.' })),
    attestation: WebAuthnJson('RegistrationResponseJSON of WebAuthn.'),
  }),
  responses: {
    201: Type.Object({ success: Type.Literal(true), factor: Factor, recoveryCodes: Type.Optional(RecoveryCodes) }),
  },
  errors: [403, 409],
  codes: ['INVALID_PASSKEY', 'PASSKEY_EXISTS', 'TEXT_TOO_LONG'],
})

export const renewRecoveryCodes = operation({
  ...own,
  method: 'POST',
  url: `${url}/recovery-codes`,
  summary: 'Ten new recovery codes; older ones are void.',
  responses: { 200: Type.Object({ success: Type.Literal(true), recoveryCodes: RecoveryCodes }) },
  errors: [403, 404],
  codes: ['FACTOR_NOT_FOUND'],
})

export const renameFactor = operation({
  ...own,
  method: 'PATCH',
  url: `${url}/{id}`,
  summary: 'Give a second factor another name.',
  params: Type.Object({ id: pathText('Id of the factor.') }),
  body: Type.Object({ name: Type.String({ description: '1 to 100 characters.' }) }),
  responses: { 200: Type.Object({ success: Type.Literal(true), factor: Factor }) },
  errors: [403, 404],
  codes: ['FACTOR_NOT_FOUND', 'TEXT_TOO_LONG'],
})

export const deleteFactor = operation({
  ...own,
  method: 'DELETE',
  url: `${url}/{id}`,
  summary: 'Remove a second factor; with the last one the recovery codes go.',
  params: Type.Object({ id: pathText('Id of the factor.') }),
  responses: { 200: Success({}) },
  errors: [403, 404],
  codes: ['FACTOR_NOT_FOUND'],
})
