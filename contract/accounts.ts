import { Type } from 'typebox'
import { AdminUser, NewPassword, Role, Username } from './auth.ts'
import { operation } from './operation.ts'
import { Timestamp } from './shapes.ts'

export const listUsers = operation({
  method: 'GET',
  url: '/api/admin/users',
  access: 'admin',
  section: 'Beyond the specification',
  summary: 'All admins and auditors, oldest first.',
  responses: {
    200: Type.Object({
      success: Type.Literal(true),
      users: Type.Array(Type.Object({ ...AdminUser.properties, createdAt: Timestamp })),
    }),
  },
  errors: [403, 500],
})

export const createUser = operation({
  method: 'POST',
  url: '/api/admin/users',
  access: 'admin',
  section: 'Admin: users',
  summary: 'Create a further admin or auditor.',
  body: Type.Object({
    username: Username,
    password: NewPassword,
    role: Type.Optional(Role),
    requirePasswordChange: Type.Optional(Type.Boolean({ description: 'Default false.' })),
  }),
  responses: { 201: Type.Object({ success: Type.Literal(true), user: AdminUser }) },
  errors: [400, 403, 409, 413, 415, 500],
  codes: ['INVALID_PASSWORD', 'WEAK_PASSWORD', 'USER_EXISTS'],
})
