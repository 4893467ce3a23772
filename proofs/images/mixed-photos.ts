import { createHash } from 'node:crypto'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type BaseImage, baseImages } from '#proofs/abuse/image-bases.ts'
import { inParallel } from '#proofs/abuse/in-parallel.ts'
import { mutateImage } from '#proofs/abuse/mutate-image.ts'
import { randomFrom } from '#proofs/abuse/random.ts'
import type { ProofLine } from '#proofs/proof.ts'
import { createPreviewer, type SharpPreviewer } from '#server/adapters/images/sharp-previewer.ts'

interface Options {
  readonly seed: number
  readonly count: number
  readonly photos?: string | undefined
}

/** Intact, odd and damaged images, each alone and then three at a time, with the same answer and preview. */
export async function proveMixedPhotos({ seed, count, photos }: Options): Promise<ProofLine> {
  const bases = [...(await baseImages(photos))]
  bases.push(...bases.filter(({ format }) => format === 'jpeg').map(withBytesBetween))
  const images = Array.from({ length: count }, (_, index) => {
    const random = randomFrom(seed, index)
    const base = random.pick(bases)
    return random.chance(0.5) ? base.bytes : mutateImage(base, bases, random)
  })
  const alone = await outcomes(images, 1)
  const together = await outcomes(images, 3)
  const found = alone.flatMap((outcome, index) =>
    outcome === together[index] ? [] : [`image ${index}: ${outcome} alone, ${together[index]} beside others`],
  )
  const taken = alone.filter((outcome) => outcome.startsWith('taken')).length
  const note = `${taken} taken, ${count - taken} refused`
  return { what: 'mixed images, three at a time', attempts: count, survived: count - found.length, found, note }
}

/** The decoder warns about them and continues. */
function withBytesBetween(base: BaseImage): BaseImage {
  const scan = base.bytes.indexOf(Buffer.from([0xff, 0xda]))
  const bytes = Buffer.concat([base.bytes.subarray(0, scan), Buffer.from([1, 2, 3]), base.bytes.subarray(scan)])
  return { ...base, name: `${base.name} with bytes between`, bytes }
}

async function outcomes(images: readonly Buffer[], atOnce: number): Promise<string[]> {
  const folder = await mkdtemp(join(tmpdir(), 'mixed-'))
  await using previewer = createPreviewer({ maxPixels: 100_000_000, processes: atOnce, clock })
  const answers: string[] = []
  const limits = { until: Number.POSITIVE_INFINITY, most: images.length }
  await inParallel(atOnce, limits, async (index) => {
    const source = join(folder, String(index))
    await writeFile(source, images[index] ?? '')
    answers[index] = await outcome(previewer, source)
  })
  await rm(folder, { recursive: true })
  return answers
}

const clock = { now: () => new Date('2026-06-01T12:00:00Z') }

async function outcome(previewer: SharpPreviewer, source: string): Promise<string> {
  const target = `${source}.jpg`
  try {
    const facts = await previewer.makePreview({ source, target, turn: 1, remove: { location: true, trailers: true } })
    const files = Buffer.concat([await readFile(source), await readFile(target)])
    return `taken ${createHash('sha256').update(files).update(JSON.stringify(facts)).digest('hex').slice(0, 12)}`
  } catch (error) {
    return String((error as { code?: string }).code ?? error)
  }
}
