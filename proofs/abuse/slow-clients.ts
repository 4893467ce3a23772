import { once } from 'node:events'
import { readdirSync } from 'node:fs'
import { connect, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import type { ProofLine } from '#proofs/proof.ts'
import { makeImage } from '#tests/support/images/make-image.ts'
import { memoryMiB } from '#tests/support/servers/process-tree.ts'
import { batchForm } from '#tests/support/upload.ts'
import type { AbuseRun, Attack } from './attack.ts'
import { requestBytes } from './exchange.ts'
import { startProbe } from './probe.ts'
import { newTally } from './tally.ts'

/** Longer than any visitor would wait, on an otherwise idle machine. */
const maxWaitMs = 10_000

interface Crowd {
  readonly what: string
  readonly connections: number
  /** What each of the connections does, until it is aborted. */
  readonly act: (socket: Socket, number: number) => void
}

/** Slow clients: others are served meanwhile, and they leave nothing behind. */
export const slowClients: Attack = async (run) => {
  const photo = await makeImage({ width: 3_000, height: 2_000, detail: true })
  const path = await publishedPhoto(run, photo)
  const lines = []
  const all = crowds(run, { photo, path })
  const some = run.isLong ? all : all.filter((_, at) => at % 2 === 1)
  for (const crowd of some) lines.push(await attackWith(crowd, run))
  return lines
}

function crowds({ isLong }: AbuseRun, { photo, path }: { photo: Buffer; path: string }): Crowd[] {
  const slowHead = requestBytes({ target: '/api/groups', headers: Array(20).fill(['x-slow', 'yes'] as const) })
  const form = Buffer.concat([
    Buffer.from('--b\r\nContent-Disposition: form-data; name="file"; filename="a.jpg"\r\n\r\n'),
    photo,
    Buffer.from('\r\n--b--\r\n'),
  ])
  const formHeaders = [['content-type', 'multipart/form-data; boundary=b']] as const
  const upload = requestBytes({ method: 'POST', target: '/api/upload', headers: formHeaders, body: form })
  const headEnd = upload.indexOf('\r\n\r\n') + 4
  const drip = (socket: Socket, bytes: Buffer, from: number) => {
    let at = from
    const timer = setInterval(() => {
      if (socket.destroyed || at >= bytes.length) clearInterval(timer)
      else socket.write(bytes.subarray(at, ++at))
    }, 1_000)
    socket.once('close', () => clearInterval(timer))
  }
  const share = isLong ? 1 : 0.1
  return [
    {
      what: 'one byte a second: headers',
      connections: 500 * share,
      act: (socket) => drip(socket, slowHead, 0),
    },
    {
      what: 'one byte a second: photos',
      connections: 500 * share,
      act: (socket, number) => {
        const sent = headEnd + 80 + (number % 50) * 1_000
        socket.write(upload.subarray(0, sent))
        drip(socket, upload, sent)
      },
    },
    {
      what: 'uploads half sent, then closed, reset or left open',
      connections: 300 * share,
      act: (socket, number) => {
        socket.write(upload.subarray(0, headEnd + Math.floor(photo.length / 2)), () => {
          if (number % 3 === 0) socket.end()
          if (number % 3 === 1) socket.resetAndDestroy()
        })
      },
    },
    {
      what: 'a photo asked for and not taken',
      connections: 500 * share,
      act: (socket) => {
        socket.pause()
        socket.write(requestBytes({ target: path }))
      },
    },
    { what: 'connections that say nothing', connections: 3_000 * share, act: () => undefined },
    {
      what: 'a thousand requests at once in a connection',
      connections: 20 * share,
      act: (socket) => {
        socket.resume()
        socket.write(Buffer.concat(Array(1_000).fill(requestBytes({ target: '/api/groups' }))))
      },
    },
  ]
}

async function attackWith(crowd: Crowd, { target, world, isLong }: AbuseRun): Promise<ProofLine> {
  const seconds = isLong ? 35 : 0.2
  const tally = newTally(crowd.what)
  const filesBefore = openFiles(target.pid)
  const probe = await startProbe(target, world)
  const sockets: Socket[] = []
  let refused = 0
  for (let number = 0; number < crowd.connections; number++) {
    tally.attempt()
    const socket = connect(target.port, '127.0.0.1')
    socket.on('error', () => undefined)
    sockets.push(socket)
    await Promise.race([once(socket, 'connect'), once(socket, 'close')])
    if (socket.destroyed) refused += 1
    else crowd.act(socket, number)
  }
  await sleep(seconds * 1_000)
  const memory = memoryMiB(target.pid)
  const open = sockets.filter((socket) => !socket.destroyed).length
  const seen = await probe.stop()
  for (const socket of sockets) socket.destroy()
  if (refused > 0) tally.found('connections were refused', `${refused} of ${sockets.length}`)
  for (const failure of seen.failures) tally.found('another client was not served', failure)
  if (seen.longestMs > maxWaitMs) tally.found('another client waited', seen.summary)
  const left = await leftOpen(target.pid, filesBefore)
  if (left > 0) tally.found('files or connections stay open', `${left} more than before`)
  return tally.line(`${open} still open after ${seconds} s, ${Math.round(memory)} MiB; ms of others: ${seen.summary}`)
}

const openFiles = (pid: number): number => readdirSync(`/proc/${pid}/fd`).length

/** Connections of the probe and of the database come and go. */
const slack = 15

async function leftOpen(pid: number, before: number): Promise<number> {
  const until = performance.now() + 20_000
  for (;;) {
    const more = openFiles(pid) - before - slack
    if (more <= 0 || performance.now() > until) return Math.max(0, more)
    await sleep(100)
  }
}

async function publishedPhoto({ target, world }: AbuseRun, bytes: Buffer): Promise<string> {
  const body = await batchForm({ files: [{ name: 'large.jpg', bytes }] })
  const answer = await fetch(`${target.url}/api/upload/batch`, { method: 'POST', body })
  const { groupId, images } = (await answer.json()) as { groupId: string; images: { filePath: string }[] }
  await fetch(`${target.url}/api/admin/groups/${groupId}/approve`, { method: 'PATCH', headers: { ...world.admin() } })
  return images[0]?.filePath ?? ''
}
