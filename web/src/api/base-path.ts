/** Where the service is on its host (BASE_PATH): `/photos`, or empty at the root. The server writes it into the document. */
export const basePath: string = globalThis.document?.documentElement.dataset.base ?? ''

/** A path of the service, as its answers and the contract have it, as the browser has to ask for it. */
export const onSite = (path: string): string => basePath + path

/** The page that is open, as the router names it. */
export const currentPath = (): string => location.pathname.slice(basePath.length)
