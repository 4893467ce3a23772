import { request } from 'node:http'

/** The bytes of one upload, made in advance so that sending costs next to nothing. */
export function batchBody(photos: readonly Buffer[]): { body: Buffer[]; type: string; length: number } {
  const boundary = 'werkschau-benchmark-boundary'
  const text = (name: string, value: string) =>
    Buffer.from(`--${boundary}\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`)
  const body: Buffer[] = [text('consents', '{"workshopConsent":true}')]
  for (const [index, photo] of photos.entries()) {
    const head = `Content-Disposition: form-data; name="images"; filename="${index}.jpg"\r\nContent-Type: image/jpeg`
    body.push(Buffer.from(`--${boundary}\r\n${head}\r\n\r\n`), photo, Buffer.from('\r\n'))
  }
  body.push(Buffer.from(`--${boundary}--\r\n`))
  return {
    body,
    type: `multipart/form-data; boundary=${boundary}`,
    length: body.reduce((sum, part) => sum + part.length, 0),
  }
}

/** Sends a batch and returns the milliseconds until its answer. */
export function sendBatch(url: string, { body, type, length }: ReturnType<typeof batchBody>): Promise<number> {
  const began = performance.now()
  return new Promise((resolve, reject) => {
    const sending = request(`${url}/api/upload/batch`, {
      method: 'POST',
      headers: { 'content-type': type, 'content-length': length },
    })
    sending.on('error', reject)
    sending.on('response', (response) => {
      response.resume()
      response.on('end', () => {
        if (response.statusCode === 200) resolve(performance.now() - began)
        else reject(new Error(`The upload was answered with ${response.statusCode}`))
      })
    })
    for (const part of body) sending.write(part)
    sending.end()
  })
}
