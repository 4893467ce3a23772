import { findPackageJSON } from 'node:module'
import { dirname } from 'node:path'

/** The folder of `package.json`, for sources and for what is built from them alike. */
export const packageRoot: string = dirname(findPackageJSON(import.meta.url) ?? '')
