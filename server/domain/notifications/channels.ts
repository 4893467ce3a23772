import { channelSettings } from '#contract/settings/notification-settings.ts'
import type { SetValues } from '#contract/settings/setting-table.ts'

/** Where the team is notified; each has an outbox of its own, so that none waits for another. */
export const channels = ['chat', 'email', 'webhook'] as const
export type ChannelName = (typeof channels)[number]

/** Those that are set completely. */
export const configuredChannels = (settings: SetValues): ChannelName[] =>
  channels.filter((channel) => channelSettings[channel].every((key) => settings[key] !== undefined))
