import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { connect, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { batchForm } from '#tests/support/upload.ts'
import { type ServiceProcess, startProcess } from './support/servers/start-process.ts'

const mebibyte = 2 ** 20
const forms = 20
/** As D58 allows. */
const allowedMegabytes = 100
/** What the forms before leave in one service until it is collected. */
const uncollectedMegabytes = 100

const part = (name: string, value: string, type = '') =>
  `--x\r\nContent-Disposition: form-data; name="${name}"\r\n${type}\r\n${value}\r\n`
const fill = (text: string, bytes: number) => text.repeat(Math.floor(bytes / text.length))
const file = (name: string) => `--x\r\nContent-Disposition: form-data; name="images"; filename="${name}"\r\n\r\n`

/** The bytes that each of 20 clients sends, without ever ending the form. */
const hostile: [what: string, form: string, path?: string][] = [
  ['49 text parts of a mebibyte', Array.from({ length: 49 }, (_, n) => part(`p${n}`, fill('x', mebibyte))).join('')],
  ['a mebibyte in a text that counts', part('description', `ш${fill('x', mebibyte - 200)}`) + file('a.jpg')],
  [
    'a mebibyte of empty lists',
    part('consents', `{"workshopConsent":true,"x":[${fill('[],', mebibyte - 200)}[]]}`) + file('a'),
  ],
  ['a mebibyte of lists in lists', part('metadata', fill('[', mebibyte / 2) + fill(']', mebibyte / 2)) + file('a')],
  [
    'a mebibyte of descriptions',
    part('descriptions', `{${Array.from({ length: 80_000 }, (_, n) => `"${n}":""`).join()}}`) + file('a'),
  ],
  [
    'a name of 80 kB for each part',
    Array.from({ length: 72 }, (_, n) => `${file(`${n}${fill('n', 80_000)}`)}\r\n`).join(''),
  ],
  ['49 mebibytes for nobody', fill('x', 49 * mebibyte), '/api/nothing'],
]

/** Node.js has its receive buffers before: about 64 MB until they are collected. */
async function receivePhotos(url: string): Promise<void> {
  const files = Array.from({ length: 6 }, (_, n) => ({ name: `${n}.jpg`, bytes: new Uint8Array(30 * mebibyte) }))
  for (const form of [await batchForm(), await batchForm({ files })]) {
    await fetch(`${url}/api/upload/batch`, { method: 'POST', body: form })
  }
}

const residentMegabytes = async (pid: number) =>
  Number(/VmRSS:\s+(\d+)/.exec(await readFile(`/proc/${pid}/status`, 'latin1'))?.[1]) / 1024

function send({ hostname, port, pathname }: URL, form: Uint8Array): Socket {
  const socket = connect(Number(port), hostname).on('error', () => undefined)
  socket.resume()
  socket.write(`POST ${pathname} HTTP/1.1\r\nHost: a\r\nContent-Type: multipart/form-data; boundary=x\r\n`)
  socket.write(`Content-Length: ${10 ** 9}\r\n\r\n`)
  socket.write(form)
  return socket
}

describe('the memory that 20 hostile forms take at once (D58)', () => {
  let folder: string
  let service: ServiceProcess
  let atFirst: number
  const resident = () => residentMegabytes(service.child.pid as number)
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'werkschau-memory-'))
    service = await startProcess({ DATA_DIR: folder, LOG_LEVEL: 'info', NODE_ENV: 'production' })
    await receivePhotos(service.url)
    atFirst = await resident()
  })
  afterAll(async () => {
    await service?.[Symbol.asyncDispose]()
    await rm(folder, { recursive: true, force: true })
  })

  it.each(hostile)('%s', async (_what, form, path = '/api/upload/batch') => {
    const bytes = Buffer.from(form)
    const before = await resident()
    const sockets = Array.from({ length: forms }, () => send(new URL(path, service.url), bytes))
    let peak = 0
    for (let n = 0; n < 20; n++) {
      await sleep(100)
      peak = Math.max(peak, await resident())
    }
    for (const socket of sockets) socket.destroy()
    console.info(`${Math.round(before)} MB before, at most ${Math.round(peak)} MB`)
    expect(peak - before).toBeLessThan(allowedMegabytes)
    expect(peak - atFirst).toBeLessThan(allowedMegabytes + uncollectedMegabytes)
  })
})
