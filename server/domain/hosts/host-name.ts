/** Lower case, without the port and without the dot of a fully qualified name. */
export const normalizedHost = (host: string): string =>
  host
    .trim()
    .toLowerCase()
    .replace(/:\d*$/, '')
    .replace(/(?<=[^.])\.$/, '')
