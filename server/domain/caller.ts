import type { Access, rolesOf, SessionAccess } from '#contract/operation/access.ts'
import type { User } from './accounts/user.ts'
import type { Group } from './group.ts'

declare const checked: unique symbol

/** A group whose management token was checked: only the token guard makes one (D18). */
export type ManagedGroup = Group & { readonly [checked]: 'management token' }

/** A user whose session, and for writes CSRF token, was checked, or whose chat user is bound to the account (D92): only the session guard and `chatModerator` make one. */
export type SessionUser = User & { readonly [checked]: 'session' }

type UserWith<A extends SessionAccess> = SessionUser & { readonly role: (typeof rolesOf)[A][number] }
export type Admin = UserWith<'admin'>
export type Moderator = UserWith<'moderator'>

/** Who runs `npm run admin` on the machine of the service: only the command line makes one. */
export interface Operator {
  readonly [checked]: 'command line'
}
/** Who may create, change and delete accounts. */
export type AccountManager = Admin | Operator

/** A group that a moderator works on. Whether it exists shows when it is locked. */
export interface ModeratedGroup {
  readonly groupId: string
  readonly moderator: Moderator
}

/** A group and who may change it: its owner or a moderator. No use case takes the bare id of a group. */
export type EditableGroup = ManagedGroup | ModeratedGroup

export const isModerated = (target: EditableGroup): target is ModeratedGroup => 'moderator' in target

/** Who calls, by the access class of the operation. */
export interface Callers extends Record<Access, unknown> {
  public: undefined
  token: ManagedGroup
  /** undefined without a session, where the operation allows that. */
  session: SessionUser | undefined
  auditor: UserWith<'auditor'>
  oversight: UserWith<'oversight'>
  moderator: Moderator
  admin: Admin
}
