import { setTimeout as sleep } from 'node:timers/promises'
import { parentPort, workerData } from 'node:worker_threads'

/*
 * Runs in a separate thread: sends requests in parallel with the measured one, and reports how long they
 * waited. Replies to each message with the longest wait since the last one.
 */
const { url } = workerData as { url: string }
let longest = 0
parentPort?.on('message', () => {
  parentPort?.postMessage(longest)
  longest = 0
})
for (;;) {
  const began = performance.now()
  await (await fetch(url)).arrayBuffer()
  longest = Math.max(longest, performance.now() - began)
  await sleep(2)
}
