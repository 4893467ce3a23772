/** The earliest capture date of the images; null when none has one. */
export const captureDateOf = (images: readonly { exifDateTaken: string | null }[]): string | null =>
  images.reduce<string | null>((earliest, { exifDateTaken: taken }) => {
    if (taken === null) return earliest
    return earliest === null || taken < earliest ? taken : earliest
  }, null)
