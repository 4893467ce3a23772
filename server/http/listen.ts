import { getSystemErrorMessage } from 'node:util'
import type { FastifyInstance } from 'fastify'
import { type Config, ConfigError } from '#server/config/config.ts'
import { errorCodeOf } from '#server/domain/errors.ts'

/** Of a machine without IPv6. */
const noIpv6 = new Set(['EAFNOSUPPORT', 'EADDRNOTAVAIL'])

/** Listens on HOST and PORT; without HOST on all addresses, those of IPv4 alone where there is no IPv6. Returns the URL. */
export async function listen(http: FastifyInstance, { server: { host, port } }: Config): Promise<string> {
  try {
    return await listenOn(http, host ?? '::', port)
  } catch (error) {
    if (host !== undefined || !noIpv6.has(errorCodeOf(error))) throw refused(error, host, port)
  }
  return await listenOn(http, '0.0.0.0', port).catch((error) => Promise.reject(refused(error, host, port)))
}

const listenOn = (http: FastifyInstance, host: string, port: number) => http.listen({ host, port })

function refused(error: unknown, host: string | undefined, port: number): ConfigError {
  const { code, errno = 0 }: Partial<NodeJS.ErrnoException> = error ?? {}
  const place = host === undefined ? `PORT ${port}` : `HOST ${host}, PORT ${port}`
  return new ConfigError([`${place} cannot be listened on: ${getSystemErrorMessage(errno)} (${code})`])
}

/** Where to go on after the first start. */
export function adminPage({ server: { adminUrl, basePath } }: Config, address: string): string {
  const onThisMachine = address.replace(/\/\/(\[::1?\]|0\.0\.0\.0)(?=:|$)/, '//localhost')
  return `${adminUrl ?? onThisMachine + basePath}/admin`
}
