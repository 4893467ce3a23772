/** Longer than any request may take: until then a file that is planned to be removed belongs to whoever is making it. */
export const ownedForMs = 2 * 60 * 60_000

/** When a file that is made from `now` on may be removed if nobody has kept it, ISO 8601. */
export const ownedUntil = (now: Date): string => new Date(now.getTime() + ownedForMs).toISOString()
