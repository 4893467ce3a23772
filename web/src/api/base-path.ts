/** The path of the service on its host (BASE_PATH): `/photos`, or empty at the root. The server writes it into the document. */
const basePath: string = globalThis.document?.documentElement.dataset.base ?? ''

/** Turns a path of the contract into the one that the browser requests. */
export const withBasePath = (path: string): string => basePath + path

/** The path of the open page, as the router sees it. */
export const currentPath = (): string => location.pathname.slice(basePath.length)
