/** Without the scheme, as people read and type it. */
export const withoutScheme = (url: string): string => url.replace(/^https?:\/\//, '').replace(/\/$/, '')

/** An address that does not fit into a line breaks before a dot or a slash. */
export const breaking = (address: string): string => address.replace(/[./]/g, '\u200b$&')
