import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

/** The floor of reading: a bare server that answers every request with the bytes of a file, or 304 without any. */
const [file, status = '200', headers = '{}'] = process.argv.slice(2)
const body = file ? readFileSync(file) : Buffer.alloc(0)
const given = JSON.parse(headers)
const server = createServer((_request, response) => {
  response.writeHead(Number(status), { ...given, ...(status === '200' && { 'content-length': body.length }) })
  response.end(status === '200' ? body : undefined)
})
server.listen(0, '127.0.0.1', () => {
  console.log(JSON.stringify({ address: `http://127.0.0.1:${(server.address() as AddressInfo).port}` }))
})
process.once('SIGTERM', () => process.exit(0))
