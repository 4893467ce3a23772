import { once } from 'node:events'
import { createServer } from 'node:net'
import { describe, expect, it } from 'vitest'
import { freePort } from './servers/free-port.ts'

describe('freePort', () => {
  it('never returns a port twice', async () => {
    const ports: number[] = []
    for (let i = 0; i < 1_000; i++) ports.push(await freePort())
    expect(new Set(ports).size).toBe(ports.length)
  })

  it('passes over a port that is in use', async () => {
    const taken = (await freePort()) + 1
    const server = createServer().listen(taken, '127.0.0.1')
    await once(server, 'listening')
    expect(await freePort()).not.toBe(taken)
    server.close()
  })
})
