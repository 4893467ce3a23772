import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'

/** A proxy between the service and a server that can make the server unreachable. */
export interface TcpProxy extends AsyncDisposable {
  readonly port: number
  /** Cuts all connections and refuses new ones. */
  goDown(): Promise<void>
  /** Keeps connections open but forwards nothing, once so many more bytes of answers have passed. */
  freeze(afterBytes?: number): void
  /** Forwards data again from now on. */
  thaw(): void
  comeBack(): Promise<void>
  /** From now on everything arrives that many milliseconds later, in each direction. */
  slowDown(ms: number): void
  /** From now on resets the connection of every nth PUT within its body. Returns the number of resets. */
  resetEveryPut(n: number): () => number
}

export async function startTcpProxy(target: { host: string; port: number }): Promise<TcpProxy> {
  const sockets = new Set<Socket>()
  /** Bytes of answers that still pass. */
  let left = Number.POSITIVE_INFINITY
  let delayMs = 0
  let resetEvery = Number.POSITIVE_INFINITY
  let puts = 0
  let resets = 0
  const isToBeReset = (bytes: Buffer) => {
    if (bytes.subarray(0, 4).toString('latin1') !== 'PUT ') return false
    puts++
    return puts % resetEvery === 0
  }
  const server = createServer((near) => {
    const far = connect(target)
    near.on('data', (bytes: Buffer) => {
      if (!isToBeReset(bytes)) return
      resets++
      near.resetAndDestroy()
    })
    for (const [from, to] of [
      [near, far],
      [far, near],
    ] as const) {
      sockets.add(from)
      const inOrder = delayed(() => delayMs)
      from.on('data', (bytes: Buffer) => {
        const passing = left > 0 && from === near ? bytes : bytes.subarray(0, left)
        if (from === far) left -= passing.length
        if (passing.length > 0) inOrder(() => to.write(passing))
      })
      from.on('error', () => to.destroy())
      from.on('close', () => {
        sockets.delete(from)
        inOrder(() => to.destroy())
      })
    }
  })
  const listen = async (port: number) => {
    server.listen(port, '127.0.0.1')
    await once(server, 'listening')
  }
  await listen(0)
  const { port } = server.address() as AddressInfo

  async function goDown() {
    for (const socket of sockets) socket.resetAndDestroy()
    if (!server.listening) return
    server.close()
    await once(server, 'close')
  }
  return {
    port,
    goDown,
    resetEveryPut(n) {
      resetEvery = n
      return () => resets
    },
    slowDown(ms) {
      delayMs = ms
    },
    freeze(afterBytes = 0) {
      left = afterBytes
    },
    thaw() {
      left = Number.POSITIVE_INFINITY
    },
    async comeBack() {
      if (!server.listening) await listen(port)
    },
    [Symbol.asyncDispose]: goDown,
  }
}

/** Runs what it is given after the delay of the moment, in the order in which it came. */
function delayed(delayMs: () => number): (work: () => void) => void {
  let last = Promise.resolve()
  let waiting = 0
  return (work) => {
    if (delayMs() === 0 && waiting === 0) return work()
    waiting++
    const due = performance.now() + delayMs()
    last = last.then(async () => {
      await sleep(Math.max(0, due - performance.now()))
      waiting--
      work()
    })
  }
}
