import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { TestProject } from 'vitest/node'
import { findProgram } from './debian-package.ts'
import { needPrograms } from './debian-programs.ts'
import { startPostgres } from './postgres-server.ts'
import { startS3 } from './s3-server.ts'
import { type Service, ServiceMissing } from './service.ts'

const starters: Readonly<Record<string, () => Promise<Service<unknown>>>> = {
  postgres: startPostgres,
  s3: startS3,
  caddy: () => findProgram('caddy', 'usr/bin/caddy'),
  nginx: () => findProgram('nginx', 'usr/sbin/nginx'),
  haproxy: async () => {
    await needPrograms('A load balancer', ['haproxy'])
    return { address: true, stop: async () => undefined }
  },
}

/**
 * Servers that all test files of a run share. Each starts when the first test needs it: a run of a few files
 * does not wait for other servers.
 */
export default async function offerServices(project: TestProject): Promise<() => Promise<void>> {
  const started = new Map<string, Promise<Service<unknown>>>()
  const start = (name: string) => {
    const begin = starters[name] ?? (() => Promise.reject(new Error(`There is no service ${name}`)))
    // Ceph ends itself now and then while it starts, and a free port may be taken a moment later.
    const begunTwice = () =>
      begin().catch((error) => (error instanceof ServiceMissing ? Promise.reject(error) : begin()))
    const service = started.get(name) ?? begunTwice()
    started.set(name, service)
    return service
  }
  const offer = createServer(async (request, response) => {
    // A worker asks again after minutes; a kept connection might be closing then.
    response.setHeader('connection', 'close')
    try {
      const { address } = await start(request.url?.slice(1) ?? '')
      response.end(JSON.stringify(address))
    } catch (error) {
      response.statusCode = error instanceof ServiceMissing && !process.env.CI ? 404 : 500
      response.end(error instanceof ServiceMissing ? error.message : String((error as Error).stack))
    }
  })
  offer.listen(0, '127.0.0.1')
  await once(offer, 'listening')
  project.provide('services', `http://127.0.0.1:${(offer.address() as AddressInfo).port}/`)
  return async () => {
    offer.close()
    offer.closeAllConnections()
    await Promise.all([...started.values()].map((service) => service.then(({ stop }) => stop()).catch(() => undefined)))
  }
}
