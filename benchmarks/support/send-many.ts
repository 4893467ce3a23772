import { readFileSync } from 'node:fs'
import { batchBody, sendBatch } from './send-batch.ts'

/** Some visitors send a batch each at the same time: a separate process, so that its work is not part of the measurement. */
const [url = '', photo = '', visitors = '16', photosEach = '5'] = process.argv.slice(2)
const bytes = readFileSync(photo)
const batch = batchBody(Array.from({ length: Number(photosEach) }, () => bytes))
await Promise.all(Array.from({ length: Number(visitors) }, () => sendBatch(url, batch)))
