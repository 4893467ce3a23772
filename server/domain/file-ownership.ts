/** Longer than any request may take: until then a file that is being made belongs to the process that makes it. */
export const ownedForMs = 2 * 60 * 60_000
