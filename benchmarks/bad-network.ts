import { setTimeout as sleep } from 'node:timers/promises'
import type { Browser } from 'playwright-core'
import { makeImage } from '#tests/support/images/make-image.ts'
import { sendPhotos } from '#tests/support/pages/send-photos.ts'
import { launchBrowser } from '#tests/support/servers/browser.ts'
import { freePort } from '#tests/support/servers/free-port.ts'
import { startBadNetwork } from '#tests/support/servers/proxies/bad-network.ts'
import { startScaledOut } from './support/forms.ts'
import { batchBody, sendBatch } from './support/send-batch.ts'
import { newDataDir, startService } from './support/start-service.ts'
import { figure, type Goal, type Scenario } from './support/table.ts'

const network = { bytesPerSecond: 400_000, cutEveryMs: 20_000 }
const timeoutMs = 15 * 60_000
const killEveryMs = 40_000
/** The former way of the page: one batch. */
const batchDelaysMs = [2_000, 4_000, 8_000, 16_000, 30_000]

interface Outcome {
  readonly sent: number
  readonly cuts: number
  readonly seconds: number
  readonly arrived: boolean
}

/** Counts the bytes through a bad network until `send` ends. */
async function through(url: string, send: (url: string) => Promise<boolean>): Promise<Outcome> {
  await using bad = await startBadNetwork(url, network)
  const began = performance.now()
  const arrived = await send(bad.url)
  return { sent: bad.sent(), cuts: bad.cuts(), seconds: (performance.now() - began) / 1_000, arrived }
}

async function asBatch(photos: readonly Buffer[]): Promise<Outcome> {
  await using service = await startService()
  return await through(service.url, async (url) => {
    for (const delayMs of [...batchDelaysMs, 0]) {
      const arrived = await sendBatch(url, batchBody(photos)).then(
        () => true,
        () => false,
      )
      if (arrived) return true
      await sleep(delayMs)
    }
    return false
  })
}

async function asSubmission(browser: Browser, photos: readonly Buffer[]): Promise<Outcome> {
  await using service = await startService()
  return await through(service.url, async (url) => (await sendPhotos(browser, { url, photos, timeoutMs })) > 0)
}

type Kill = () => Promise<void>

/** As a submission, through what goes on answering at `url`, while it is killed twice. */
async function withKills(visit: { browser: Browser; photos: readonly Buffer[]; url: string }, kills: readonly Kill[]) {
  const { browser, photos, url } = visit
  const killing = (async () => {
    for (const kill of kills) {
      await sleep(killEveryMs)
      await kill()
    }
  })()
  const outcome = await through(url, async (bad) => (await sendPhotos(browser, { url: bad, photos, timeoutMs })) > 0)
  await killing
  return outcome
}

async function toOneService(browser: Browser, photos: readonly Buffer[]): Promise<Outcome> {
  const env = { PORT: String(await freePort()), DATA_DIR: newDataDir() }
  let service = await startService(env)
  const kill = async () => {
    await service.kill()
    service = await startService(env)
  }
  const outcome = await withKills({ browser, photos, url: service.url }, [kill, kill])
  await service[Symbol.asyncDispose]()
  return outcome
}

async function toTwoReplicas(browser: Browser, photos: readonly Buffer[]): Promise<Outcome> {
  await using replicas = await startScaledOut(0)
  const kills = [0, 1].map((index) => () => replicas.killReplica(index))
  return await withKills({ browser, photos, url: replicas.url }, kills)
}

export const run: Scenario = async () => {
  const browser = await launchBrowser()
  try {
    const photo = await makeImage({ width: 4_600, height: 3_450, detail: true })
    const photos = Array.from({ length: 12 }, () => photo)
    const bytes = photos.length * photo.length
    const outcomes: [string, Outcome][] = [
      ['submission', await asSubmission(browser, photos)],
      ['submission, the service killed twice', await toOneService(browser, photos)],
      ['submission, two replicas, each killed once', await toTwoReplicas(browser, photos)],
      ['as one batch, six attempts', await asBatch(photos)],
    ]
    const goals: Goal[] = outcomes.slice(0, -1).map(([what, { sent }]) => ({
      what: `12 photos ${what}: bytes sent beside their own`,
      value: sent / bytes,
      most: 1.25,
    }))
    return [
      {
        title: `12 photos of ${figure(photo.length / 1e6, 1)} MB over a network that passes 400 kB/s and cuts every 20 s`,
        columns: ['how', 'arrived', 'bytes sent beside their own', 'connections cut', 'seconds'],
        rows: outcomes.map(([how, { arrived, sent, cuts, seconds }]) => [
          how,
          arrived ? 'yes' : 'no',
          figure(sent / bytes),
          String(cuts),
          figure(seconds, 0),
        ]),
        goals,
        notes: ['All that clients send counts, requests and the page itself included.'],
      },
    ]
  } finally {
    await browser.close()
  }
}
