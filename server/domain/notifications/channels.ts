/** Where the team is notified; each has an outbox of its own, so that none waits for another. */
export const channels = ['chat', 'email', 'webhook'] as const
export type ChannelName = (typeof channels)[number]

/** Those of the configuration that are set. */
export const configuredChannels = (notifications: Readonly<Record<ChannelName, unknown>>): ChannelName[] =>
  channels.filter((channel) => notifications[channel] !== undefined)
