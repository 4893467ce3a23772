import type { RemovalReason } from '#contract/removal-requests.ts'
import type { ChannelName } from '#server/domain/notifications/channels.ts'
import type { Message } from '#server/domain/notifications/message.ts'

/** What a notification about a group contains. */
export interface GroupFacts {
  /** Who uploaded it. */
  readonly name: string | null
  readonly title: string | null
  readonly year: number
  readonly imageCount: number
}

/** The payload of each kind of notification (specification, Events). */
export interface NotificationPayloads {
  test: Record<string, never>
  upload: GroupFacts
  consent_change: GroupFacts & {
    readonly consentType: 'workshop' | 'social_media'
    /** Display name of the platform; null for the display in the workshop. */
    readonly platformName: string | null
    readonly action: 'revoke' | 'restore'
    /** Whether the consent is in force now. */
    readonly newValue: boolean
  }
  group_deleted: GroupFacts
  removal_request: {
    /** The photo's group; null where no photo was found. */
    readonly group: GroupFacts | null
    readonly reason: RemovalReason
    readonly hiddenAtOnce: boolean
    /** The address has hidden as many photos as it may (D94); absent in messages from before. */
    readonly isLimited?: boolean
    /** ISO 8601. */
    readonly deadline: string
  }
  takedown_reminder: {
    readonly count: number
    /** When the oldest of them was ordered, ISO 8601. */
    readonly oldestAt: string
  }
  screen_silent: {
    /** What the admins call the screen. */
    readonly name: string
    /** ISO 8601. */
    readonly lastSeenAt: string
  }
  backup_failed: { readonly reason: string }
  ledger_copy_failed: { readonly reason: string }
  backup_missing: {
    /** When the last one succeeded, ISO 8601; null before the first. */
    readonly lastAt: string | null
  }
  exhibition_deletion: {
    readonly name: string
    /** When the cleanup deletes its groups, ISO 8601. */
    readonly deletionAt: string
    readonly groupCount: number
  }
  /** Previews to send after the message about their group (D92). */
  chat_photos: { readonly replyTo: number }
  /** A message whose buttons go: its text, with what was decided. */
  chat_decided: Message & { readonly chatId: string; readonly messageId: number }
  /** Photos must be deleted in the chat. */
  chat_removal: Record<string, never>
  /** Some could not be. */
  chat_photos_left: { readonly count: number }
  deletion_warning: {
    /** When the cleanup deletes the groups, ISO 8601. */
    readonly deletionAt: string
    readonly groupCount: number
    /** How many of them were approved. */
    readonly approvedCount: number
    /** The first of them, read when it is sent; a message has room for no more. */
    readonly groups: readonly (GroupFacts & { readonly uploadDate: string })[]
  }
}
export type NotificationKind = keyof NotificationPayloads

/** A notification to queue. `groupId` is null where it is about no single group. */
export type Notification = {
  [K in NotificationKind]: {
    readonly kind: K
    readonly groupId: string | null
    readonly payload: NotificationPayloads[K]
  }
}[NotificationKind]

export type QueuedNotification = Notification & {
  readonly id: number
  /** ISO 8601. */
  readonly createdAt: string
  /** Failed deliveries so far. */
  readonly attempts: number
}

/**
 * The outbox of the channels: a notification is added for each of them in the transaction of the change it reports, and delivered
 * after the commit (D40). Use cases add by `notify` of `server/groups/notify.ts`, after `tx.groups.lock`: that keeps the
 * order per group, and queues nothing where no channel is configured.
 */
export interface NotificationOutbox {
  /** Due immediately and given up a day after `createdAt`, ISO 8601. */
  add(notification: Notification & { readonly channel: ChannelName; readonly createdAt: string }): Promise<void>
  /** The channel's oldest one that is due and not behind an earlier one of its group. */
  next(channel: ChannelName, now: string): Promise<QueuedNotification | undefined>
  isQueued(channel: ChannelName, kind: NotificationKind): Promise<boolean>
  /** It was delivered or given up. */
  remove(id: number): Promise<void>
  /** Removes all that are still to be delivered about a group (D48). */
  removeOfGroup(groupId: string): Promise<void>
  /** Counts a failed delivery of this one; it is due again at `nextAttemptAt`. */
  postpone(id: number, nextAttemptAt: string): Promise<void>
  /** Counts a failed delivery of all of the channel that are due. */
  countFailure(channel: ChannelName, now: string): Promise<void>
  /** Removes those of the channel that are past their day and have failed at least `attempts` times. */
  removeUndeliverable(channel: ChannelName, failed: { now: string; attempts: number }): Promise<QueuedNotification[]>
}
