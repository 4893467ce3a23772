/** The icons that the pages have for platforms. */
export const platformIcons = ['facebook', 'instagram', 'tiktok', 'mastodon', 'globe'] as const
