import { Type } from 'typebox'
import { limits } from '#contract/limits.ts'
import { operationsWith } from '#contract/operation/operation.ts'
import { Nullable, Ok, Success, Timestamp } from '#contract/shapes.ts'
import { AdminUser, NewPassword, Role, Username } from './auth.ts'

/** An account as admins see it. */
export const ListedUser = Type.Object({
  ...AdminUser.properties,
  disabled: Type.Boolean(),
  secondFactor: Type.Boolean({ description: 'Logging in needs a second factor.' }),
  createdAt: Timestamp,
})

const common = { withoutGroups: true, pathTexts: { id: 'User id.' } } as const
const operation = operationsWith(common)
const specified = operationsWith({ ...common, section: 'Admin: users' })

export const listUsers = operation('GET /api/admin/users', 'admin', {
  summary: 'All accounts, oldest first.',
  responses: { 200: Ok({ users: Type.Array(ListedUser) }) },
})

export const createUser = specified('POST /api/admin/users', 'admin', {
  confirmed: true,
  summary: 'Create a further account.',
  body: Type.Object({
    username: Username,
    password: NewPassword,
    role: Type.Optional(Role),
    requirePasswordChange: Type.Optional(Type.Boolean({ description: 'Default false.' })),
  }),
  responses: { 201: Ok({ user: AdminUser }) },
  codes: ['INVALID_PASSWORD', 'WEAK_PASSWORD', 'USER_EXISTS'],
})

export const updateUser = operation('PATCH /api/admin/users/{id}', 'admin', {
  confirmed: true,
  summary: 'Change an account: role, exhibitions, disabled, a new password, without its second factors.',
  description:
    'A change ends the sessions of the account. `password` is one that the user must change at the next login. The last ' +
    'enabled admin can be neither disabled nor demoted.',
  body: Type.Object({
    role: Type.Optional(Role),
    disabled: Type.Optional(Type.Boolean()),
    exhibitionIds: Type.Optional(
      Nullable(
        Type.Array(Type.Integer({ minimum: 1, maximum: limits.idMax }), {
          minItems: 1,
          maxItems: limits.exhibitions,
          uniqueItems: true,
          description: 'Of a moderator or auditor: the only exhibitions that the account sees; null: all (D84).',
        }),
      ),
    ),
    password: Type.Optional(NewPassword),
    removeFactors: Type.Optional(Type.Literal(true, { description: 'Removes the second factors, for a lost phone.' })),
  }),
  responses: { 200: Ok({ user: ListedUser }) },
  codes: ['NO_FIELDS', 'INVALID_PASSWORD', 'WEAK_PASSWORD', 'USER_NOT_FOUND', 'LAST_ADMIN'],
})

export const deleteUser = operation('DELETE /api/admin/users/{id}', 'admin', {
  confirmed: true,
  summary: 'Delete an account and its sessions; its log entries stay.',
  responses: { 200: Success({}) },
  codes: ['USER_NOT_FOUND', 'LAST_ADMIN'],
})
