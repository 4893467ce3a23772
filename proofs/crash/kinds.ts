/** Changes of one group. */
export const kindsOfOne = [
  'images added',
  'image deleted',
  'image deleted by an admin',
  'group deleted',
  'group deleted by an admin',
  'approval',
  'consent for the display',
  'consent for a platform',
  'consents set by an admin',
  'metadata',
  'metadata by an admin',
  'descriptions',
  'photo hidden or shown',
  'photo redacted',
  'order of images',
  'group moved',
] as const
export type KindOfOne = (typeof kindsOfOne)[number]

export const uploads = ['batch upload', 'single upload', 'submission'] as const
/** Changes of many groups at once, by an admin. */
export const ofSeveral = [
  'groups deleted in bulk',
  'groups approved in bulk',
  'groups moved',
  'end of an exhibition',
  'deletion after an end',
  'cleanup',
  'rollback',
  'migration',
] as const

export const kinds = [...uploads, ...kindsOfOne, ...ofSeveral] as const
export type Kind = (typeof kinds)[number]
