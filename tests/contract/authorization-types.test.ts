import { expectTypeOf, it } from 'vitest'
import type { User } from '#server/domain/accounts/user.ts'
import type {
  AccountManager,
  Admin,
  EditableGroup,
  ManagedGroup,
  ModeratedGroup,
  Moderator,
  Operator,
  SessionUser,
} from '#server/domain/caller.ts'
import type { Group } from '#server/domain/group.ts'
import type { createUser, deleteUser, updateUser } from '#server/features/accounts/users/accounts.ts'
import type { triggerCleanup } from '#server/features/cleanup/routes.ts'
import type { setGroupConsents } from '#server/features/consents/routes.ts'
import type { addImages } from '#server/features/management/add-images.ts'
import type { changeConsent } from '#server/features/management/routes.ts'
import type { bulkModerate } from '#server/features/moderation/approve-group.ts'
import type { editImage } from '#server/features/moderation/edit-image.ts'
import type { Steps } from '#server/features/moderation/moderation-step.ts'
import type { liftBan } from '#server/features/rate-limits/routes.ts'
import type { confirmTakedown } from '#server/features/social-media/takedowns/routes.ts'
import type { MigrationGate, Requested } from '#server/features/storage-migration/migration-gate.ts'
import type { deleteGroup } from '#server/groups/delete-group.ts'
import type { deleteImage } from '#server/groups/delete-image.ts'
import type { editMetadata } from '#server/groups/edit-metadata.ts'
import type { reorderImages } from '#server/groups/reorder-images.ts'
import type { updateImageDescriptions } from '#server/groups/update-image-descriptions.ts'

// The compiler checks these: `npm run check` fails if a use case accepts less.
type Target<UseCase extends (...args: never[]) => unknown> = Parameters<UseCase>[1]

it('only a checked token yields a managed group, only a checked session an admin', () => {
  expectTypeOf<Group>().not.toExtend<ManagedGroup>()
  expectTypeOf<User>().not.toExtend<SessionUser>()
  expectTypeOf<SessionUser>().not.toExtend<Moderator>()
  expectTypeOf<Moderator>().not.toExtend<Admin>()
  expectTypeOf<{ groupId: string; moderator: User }>().not.toExtend<ModeratedGroup>()
})

it('a change of a group takes an authorised subject, never a bare id', () => {
  expectTypeOf<string>().not.toExtend<EditableGroup>()
  expectTypeOf<{ groupId: string }>().not.toExtend<EditableGroup>()
  expectTypeOf<Group>().not.toExtend<EditableGroup>()
  expectTypeOf<Target<typeof editMetadata>>().toEqualTypeOf<EditableGroup>()
  expectTypeOf<Target<typeof reorderImages>>().toEqualTypeOf<EditableGroup>()
  expectTypeOf<Target<typeof updateImageDescriptions>>().toEqualTypeOf<EditableGroup>()
  expectTypeOf<Target<typeof deleteImage>>().toEqualTypeOf<EditableGroup>()
  expectTypeOf<{ groupId: string }>().not.toExtend<Target<typeof deleteGroup>>()
  expectTypeOf<Group>().not.toExtend<Target<typeof deleteGroup>>()
})

it('an operation of the management portal takes a managed group', () => {
  expectTypeOf<Target<typeof addImages>>().toEqualTypeOf<ManagedGroup>()
  expectTypeOf<Target<typeof changeConsent>>().toEqualTypeOf<ManagedGroup>()
})

it('an operation of the moderators takes a moderator', () => {
  expectTypeOf<Target<Steps['run']>>().toEqualTypeOf<ModeratedGroup>()
  expectTypeOf<Target<typeof editImage>>().toEqualTypeOf<ModeratedGroup>()
  expectTypeOf<Target<typeof setGroupConsents>>().toEqualTypeOf<ModeratedGroup>()
  expectTypeOf<Target<typeof confirmTakedown>>().toEqualTypeOf<ModeratedGroup>()
  expectTypeOf<Target<typeof bulkModerate>>().toEqualTypeOf<Moderator>()
})

it('accounts are changed by an admin or on the command line', () => {
  expectTypeOf<User>().not.toExtend<AccountManager>()
  expectTypeOf<SessionUser>().not.toExtend<AccountManager>()
  expectTypeOf<Moderator>().not.toExtend<AccountManager>()
  expectTypeOf<object>().not.toExtend<Operator>()
  expectTypeOf<Target<typeof createUser>>().toEqualTypeOf<AccountManager>()
  expectTypeOf<Target<typeof updateUser>>().toEqualTypeOf<AccountManager>()
  expectTypeOf<Target<typeof deleteUser>>().toEqualTypeOf<AccountManager>()
})

it('an operation of the admins takes an admin', () => {
  expectTypeOf<Requested['by']>().toEqualTypeOf<Admin>()
  expectTypeOf<Parameters<MigrationGate['migrate']>>().toEqualTypeOf<[Requested]>()
  expectTypeOf<Parameters<MigrationGate['rollback']>>().toEqualTypeOf<[Requested]>()
  expectTypeOf<Target<typeof triggerCleanup>>().toEqualTypeOf<Admin>()
  expectTypeOf<Target<typeof liftBan>>().toEqualTypeOf<Admin>()
})
