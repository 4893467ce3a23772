import type { Access, Role } from '#contract/access.ts'
import type { Group } from './group.ts'

declare const managed: unique symbol

/** A group whose management token was checked: only the token guard makes one (D18). */
export type ManagedGroup = Group & { readonly [managed]: true }

/** An admin whose session, and for writes CSRF token, was checked: only the session guard makes one. */
export interface Admin {
  readonly id: number
  readonly username: string
  readonly role: Role
  readonly requiresPasswordChange: boolean
}

/** Who calls, by the access class of the operation. */
export interface Callers extends Record<Access, unknown> {
  public: undefined
  token: ManagedGroup
  /** undefined without a session, where the operation allows that. */
  session: Admin | undefined
  auditor: Admin
  oversight: Admin
  moderator: Admin
  admin: Admin
}
