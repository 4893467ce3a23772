import { readFileSync } from 'node:fs'
import { batchBody, sendBatch } from './send-batch.ts'

/** Some visitors send a batch each at once: a process of its own, so that its work is not in what others measure. */
const [url = '', photo = '', visitors = '16', photosEach = '5'] = process.argv.slice(2)
const bytes = readFileSync(photo)
const batch = batchBody(Array.from({ length: Number(photosEach) }, () => bytes))
await Promise.all(Array.from({ length: Number(visitors) }, () => sendBatch(url, batch)))
