import { randomInt } from 'node:crypto'
import { once } from 'node:events'
import { connect, createServer } from 'node:net'

// Below the ports that a system gives out by itself (from 32768 or 49152), so that no `listen(0)` takes one meanwhile.
const [lowest, highest] = [10_000, 30_000]
let next = randomInt(lowest, highest)

/** A port of this machine that is not in use, for a program that does not choose its own. Never the same one twice. */
export async function freePort(): Promise<number> {
  const port = next
  next = port < highest ? port + 1 : lowest
  const server = createServer().listen(port, '127.0.0.1')
  try {
    await once(server, 'listening')
  } catch {
    return freePort()
  }
  server.close()
  await once(server, 'close')
  return port
}

/** Whether a port of this machine is in use. */
export function listens(port: number): Promise<boolean> {
  const socket = connect(port, '127.0.0.1')
  return new Promise((resolve) => {
    socket.once('connect', () => resolve(true))
    socket.once('error', () => resolve(false))
  }).then((answer) => {
    socket.destroy()
    return answer === true
  })
}
