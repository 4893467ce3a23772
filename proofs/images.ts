import { makeImage, makePhoto } from '#tests/support/images/make-image.ts'
import { watchMemory } from '#tests/support/servers/process-tree.ts'
import { fuzzMetadata } from './images/fuzz-metadata.ts'
import { type HostileKind, hostileKinds } from './images/hostile-kinds.ts'
import { proveMixedPhotos } from './images/mixed-photos.ts'
import { proveInBrowser } from './images/prove-browser.ts'
import { sendImage } from './images/send-image.ts'
import type { Proof, ProofLine } from './proof.ts'
import { startTarget, type Target } from './service/target.ts'

const attackers = 10
/** Of all processes of the service. */
const maxMemoryMiB = 600
/** How much longer an ordinary photo may wait than alone, on an otherwise idle machine. */
const maxWaitMs = 2_000
const longFrom = 60

/** Fuzzed metadata, images decoded side by side, previews compared with a browser, and expensive files from ten addresses beside an ordinary photo. */
export const prove: Proof = async ({ seed, runs, seconds = longFrom, photos }) => {
  const isLong = seconds >= longFrom
  await using target = await startTarget()
  const photo = isLong ? await makePhoto() : await makeImage({ width: 1_600, height: 1_200, detail: true })
  await sendImage(target.url, photo, '10.1.0.1')
  const alone = (await sendImage(target.url, photo, '10.1.0.1')).ms
  const kinds = hostileKinds.filter((kind) => isLong || !kind.isLong).slice(0, runs)
  const extent = isLong ? { seconds: seconds / 2, most: Number.POSITIVE_INFINITY } : { seconds: longFrom, most: 30 }
  const fuzzed = await fuzzMetadata({ seed, ...extent })
  const lines: ProofLine[] = [
    {
      what: 'changed metadata',
      attempts: fuzzed.files,
      survived: fuzzed.files - fuzzed.found.length,
      found: fuzzed.found,
    },
  ]
  lines.push(await proveMixedPhotos({ seed, count: isLong ? 1_000 : 6, photos }))
  if (isLong) lines.push(...(await proveInBrowser({ photos })))
  for (const kind of kinds) {
    const line = await attack(target, { kind, photo, alone, isLong })
    if (isLong) console.error(`${line.what}: ${line.note}`)
    lines.push(line)
  }
  return lines
}

interface Attempt {
  readonly kind: HostileKind
  readonly photo: Buffer
  readonly alone: number
  readonly isLong: boolean
}

async function attack(target: Target, { kind, photo, alone, isLong }: Attempt): Promise<ProofLine> {
  const file = await kind.make()
  const memory = watchMemory(target.pid)
  const count = isLong ? attackers : 1
  const hostile = Array.from({ length: count }, (_, index) => sendImage(target.url, file, `10.0.0.${index}`))
  await new Promise((resolve) => setTimeout(resolve, 300))
  const innocent = await sendImage(target.url, photo, '10.1.0.1')
  const answers = await Promise.all(hostile)
  const peak = memory.stop()
  const waited = innocent.ms - alone
  const found = answers
    .filter(({ status }) => !kind.statuses.includes(status))
    .map(({ status, code }) => `answered with ${status} ${code ?? ''}`)
  if (innocent.status !== 200) found.push(`the photo beside it was answered with ${innocent.status}`)
  if (peak > maxMemoryMiB) found.push(`${Math.round(peak)} MiB`)
  if (isLong && waited > maxWaitMs) found.push(`the photo beside it waited ${Math.round(waited)} ms`)
  const slowest = Math.round(Math.max(...answers.map(({ ms }) => ms)))
  const [first] = answers
  const note = `${first?.status} ${first?.code ?? ''} after ${slowest} ms at most; the photo beside it ${Math.round(innocent.ms)} ms (alone ${Math.round(alone)}); ${Math.round(peak)} MiB`
  return { what: kind.name, attempts: count, survived: count - Math.min(count, found.length), found, note }
}
