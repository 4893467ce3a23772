import type { Static } from 'typebox'
import type * as contract from '#contract/accounts/users.ts'
import type { Account, User } from '#server/domain/accounts/user.ts'

export interface NewUser extends Omit<User, 'id'> {
  readonly passwordHash: string
  readonly createdAt: string
}

export type ListedUser = Readonly<Static<typeof contract.ListedUser>>

export interface UserReads {
  /** false until the first admin is set up. */
  any(): Promise<boolean>
  find(userId: number): Promise<Account | undefined>
  /** By name, without regard to case (D25). */
  findByName(username: string): Promise<Account | undefined>
  /** By id. */
  all(): Promise<ListedUser[]>
}

export interface UserWrites extends UserReads {
  /**
   * Keeps other transactions from setting up an admin until this one ends; false when there is one already.
   * Of two that ask at the same time one waits for the other.
   */
  claimSetup(): Promise<boolean>
  /** undefined when the name is taken. */
  add(user: NewUser): Promise<User | undefined>
  update(userId: number, change: Pick<ListedUser, 'role' | 'disabled' | 'exhibitionIds'>): Promise<void>
  /** With the sessions of the user. */
  remove(userId: number): Promise<void>
  /** false when the user is gone, or no longer has the hash `expected`, if one is given. */
  changePassword(
    userId: number,
    change: { passwordHash: string; expected?: string; requiresPasswordChange: boolean },
  ): Promise<boolean>
}
