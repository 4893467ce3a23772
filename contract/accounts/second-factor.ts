import { type Static, Type } from 'typebox'
import { operation, operationsWith } from '#contract/operation/operation.ts'
import { Named, Ok, Success, Timestamp } from '#contract/shapes.ts'
import { SessionStarted } from './auth.ts'

const url = '/api/admin/account/factors'

/** The account is one's own: every role has it. */
const ownOperation = operationsWith({ withoutGroups: true, withoutFactor: true, confirmed: true })

export const Factor = Named('Factor', {
  id: Type.Integer(),
  type: Type.Enum(['totp', 'passkey']),
  name: Type.String(),
  createdAt: Timestamp,
  lastUsedAt: Type.Union([Timestamp, Type.Null()]),
})
export type Factor = Static<typeof Factor>

const RecoveryCodes = Type.Array(Type.String(), {
  description: 'Ten codes, each for one login without the factor. They are not shown again.',
})
const WebAuthnJson = (description: string) => Type.Object({}, { additionalProperties: true, description })

export const finishLogin = operation('POST /auth/second-factor', 'public', {
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
  codes: ['SECOND_FACTOR_FAILED', 'CHALLENGE_ENDED', 'RATE_LIMITED'],
})

export const listFactors = ownOperation(`GET ${url}`, 'auditor', {
  summary: 'The second factors of the own account.',
  responses: { 200: Ok({ factors: Type.Array(Factor), recoveryCodesLeft: Type.Integer() }) },
})

export const addTotp = ownOperation(`POST ${url}/totp`, 'auditor', {
  summary: 'A secret for an authenticator app; it counts once a code of it was confirmed.',
  responses: {
    200: Ok({
      secret: Type.String({ description: 'Base32.' }),
      uri: Type.String({ description: 'otpauth://, for a QR code.' }),
    }),
  },
})

export const confirmTotp = ownOperation(`POST ${url}/totp/confirm`, 'auditor', {
  summary: 'Take the authenticator app into use, in place of the one before.',
  description: 'Makes ten new recovery codes; older ones are void. The other sessions of the account end.',
  body: Type.Object({ code: Type.String() }),
  responses: { 200: Ok({ factor: Factor, recoveryCodes: RecoveryCodes }) },
  codes: ['INVALID_CODE', 'FACTOR_NOT_FOUND', 'RATE_LIMITED'],
})

export const beginPasskey = ownOperation(`POST ${url}/passkeys/options`, 'auditor', {
  summary: 'What the browser needs to make a passkey.',
  responses: {
    200: Ok({ options: WebAuthnJson('PublicKeyCredentialCreationOptionsJSON of WebAuthn.') }),
  },
})

export const addPasskey = ownOperation(`POST ${url}/passkeys`, 'auditor', {
  summary: 'Take a passkey into use.',
  description:
    'The first factor of an account comes with ten recovery codes. The other sessions of the account end. Passkeys need ' +
    'HTTPS, and belong to the host name.',
  body: Type.Object({
    name: Type.Optional(Type.String({ description: '1 to 100 characters.' })),
    attestation: WebAuthnJson('RegistrationResponseJSON of WebAuthn.'),
  }),
  responses: { 201: Ok({ factor: Factor, recoveryCodes: Type.Optional(RecoveryCodes) }) },
  codes: ['INVALID_PASSKEY', 'PASSKEY_EXISTS', 'TEXT_TOO_LONG'],
})

export const renewRecoveryCodes = ownOperation(`POST ${url}/recovery-codes`, 'auditor', {
  summary: 'Ten new recovery codes; older ones are void.',
  responses: { 200: Ok({ recoveryCodes: RecoveryCodes }) },
  codes: ['FACTOR_NOT_FOUND'],
})

export const renameFactor = ownOperation(`PATCH ${url}/{id}`, 'auditor', {
  summary: 'Give a second factor another name.',
  pathTexts: { id: 'Id of the factor.' },
  body: Type.Object({ name: Type.String({ description: '1 to 100 characters.' }) }),
  responses: { 200: Ok({ factor: Factor }) },
  codes: ['FACTOR_NOT_FOUND', 'TEXT_TOO_LONG'],
})

export const deleteFactor = ownOperation(`DELETE ${url}/{id}`, 'auditor', {
  summary: 'Remove a second factor; with the last one the recovery codes go.',
  pathTexts: { id: 'Id of the factor.' },
  responses: { 200: Success({}) },
  codes: ['FACTOR_NOT_FOUND'],
})
