/**
 * An import of `node:http` reads everything that it exports, also what loads the clients behind `fetch` and `WebSocket`,
 * which this service does not use: a tenth of a start.
 */
export const { createServer, STATUS_CODES } = process.getBuiltinModule('node:http')
