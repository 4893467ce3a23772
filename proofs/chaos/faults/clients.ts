import { connect, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { type FaultAction, outage, type Stage } from './stage.ts'

const boundary = 'the-end-of-which-never-comes'
const halfAPhoto = Buffer.alloc(64 * 1024, 'x')

/** A connection that has sent the first half of an upload. */
function beginUpload({ world }: Stage): Socket {
  const { hostname, port } = new URL(world.url)
  const socket = connect(Number(port), hostname)
  socket.on('error', () => undefined)
  const head = [
    'POST /api/upload/batch HTTP/1.1',
    `Host: ${hostname}`,
    `Content-Type: multipart/form-data; boundary=${boundary}`,
    `Content-Length: ${4 * halfAPhoto.length}`,
    '',
    `--${boundary}`,
    'Content-Disposition: form-data; name="images"; filename="half.jpg"',
    'Content-Type: image/jpeg',
    '',
    '',
  ]
  socket.write(Buffer.concat([Buffer.from(head.join('\r\n')), Buffer.from([0xff, 0xd8, 0xff]), halfAPhoto]))
  return socket
}

const silent = new WeakMap<Stage, Socket[]>()

/** Visitors who send half of an upload and then nothing. */
export const silentClients: FaultAction = outage('100 clients fall silent in the middle of an upload', 'clients', [
  (stage) =>
    silent.set(
      stage,
      Array.from({ length: 100 }, () => beginUpload(stage)),
    ),
  (stage) => {
    for (const socket of silent.get(stage) ?? []) socket.destroy()
  },
])

const breakingOff = new WeakMap<Stage, AbortController>()

async function breakOffUploads(stage: Stage, { signal }: AbortController): Promise<void> {
  while (!signal.aborted) {
    const sockets = Array.from({ length: 5 }, () => beginUpload(stage))
    await sleep(500)
    for (const socket of sockets) socket.resetAndDestroy()
  }
}

/** Visitors whose connections are reset in the middle of a body, again and again. */
export const resetUploads: FaultAction = outage('uploads reset in the middle of the body', 'clients', [
  (stage) => {
    const stop = new AbortController()
    breakingOff.set(stage, stop)
    void breakOffUploads(stage, stop)
  },
  (stage) => breakingOff.get(stage)?.abort(),
])
