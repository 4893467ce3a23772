import { Type } from 'typebox'
import { operation, pathText } from '#contract/operation/operation.ts'
import { Success, Timestamp } from '#contract/shapes.ts'
import { AdminUser, NewPassword, Role, Username } from './auth.ts'

const ListedUser = Type.Object({
  ...AdminUser.properties,
  disabled: Type.Boolean(),
  secondFactor: Type.Boolean({ description: 'Logging in needs a second factor.' }),
  createdAt: Timestamp,
})

const params = Type.Object({ id: pathText('User id.') })

export const listUsers = operation({
  method: 'GET',
  url: '/api/admin/users',
  access: 'admin',
  withoutGroups: true,
  summary: 'All accounts, oldest first.',
  responses: { 200: Type.Object({ success: Type.Literal(true), users: Type.Array(ListedUser) }) },
  errors: [403],
})

export const createUser = operation({
  method: 'POST',
  url: '/api/admin/users',
  access: 'admin',
  withoutGroups: true,
  confirmed: true,
  section: 'Admin: users',
  summary: 'Create a further account.',
  body: Type.Object({
    username: Username,
    password: NewPassword,
    role: Type.Optional(Role),
    requirePasswordChange: Type.Optional(Type.Boolean({ description: 'Default false.' })),
  }),
  responses: { 201: Type.Object({ success: Type.Literal(true), user: AdminUser }) },
  errors: [403, 409],
  codes: ['INVALID_PASSWORD', 'WEAK_PASSWORD', 'USER_EXISTS'],
})

export const updateUser = operation({
  method: 'PATCH',
  url: '/api/admin/users/{id}',
  access: 'admin',
  withoutGroups: true,
  confirmed: true,
  summary: 'Change an account: role, disabled, a new password, without its second factors.',
  description:
    'A change ends the sessions of the account. `password` is one that the user must change at the next login. The last ' +
    'enabled admin can be neither disabled nor demoted.',
  params,
  body: Type.Object({
    role: Type.Optional(Role),
    disabled: Type.Optional(Type.Boolean()),
    password: Type.Optional(NewPassword),
    removeFactors: Type.Optional(Type.Literal(true, { description: 'Removes the second factors, for a lost phone.' })),
  }),
  responses: { 200: Type.Object({ success: Type.Literal(true), user: ListedUser }) },
  errors: [403, 404, 409],
  codes: ['NO_FIELDS', 'INVALID_PASSWORD', 'WEAK_PASSWORD', 'USER_NOT_FOUND', 'LAST_ADMIN'],
})

export const deleteUser = operation({
  method: 'DELETE',
  url: '/api/admin/users/{id}',
  access: 'admin',
  withoutGroups: true,
  confirmed: true,
  summary: 'Delete an account and its sessions; its log entries stay.',
  params,
  responses: { 200: Success({}) },
  errors: [403, 404, 409],
  codes: ['USER_NOT_FOUND', 'LAST_ADMIN'],
})
