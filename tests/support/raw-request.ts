import { connect } from 'node:net'

/** Sends raw bytes and returns everything received until the server closes or `waitMs` pass without an answer. */
export function rawRequest(
  url: string,
  bytes: string | Uint8Array,
  { end = true, waitMs = 3_000 } = {},
): Promise<string> {
  const { hostname, port } = new URL(url)
  return new Promise((resolve, reject) => {
    const socket = connect(Number(port), hostname)
    let answer = ''
    const finish = () => {
      socket.destroy()
      resolve(answer)
    }
    socket.setEncoding('latin1')
    socket.setTimeout(waitMs, finish)
    socket.on('data', (chunk) => {
      answer += chunk
    })
    socket.on('close', finish)
    socket.on('error', (error) => (answer ? finish() : reject(error)))
    socket.write(bytes)
    if (end) socket.end()
  })
}
