const hourMs = 60 * 60_000

/** Keys of earlier uploads are forgotten (D59). ISO 8601. */
export const uploadKeysSince = (now: Date): string => new Date(now.getTime() - 24 * hourMs).toISOString()

/** A repeat within an hour of the upload gets the management token once more; later somebody else may ask (D59). */
export const tellsToken = (uploadDate: string, now: Date): boolean => now.getTime() - Date.parse(uploadDate) < hourMs
