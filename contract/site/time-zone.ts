/** Of the workshop: deadlines, the daily clean-up and the times on pages. */
export const timeZone = 'Europe/Berlin'
