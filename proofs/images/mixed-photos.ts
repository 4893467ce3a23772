import { createHash } from 'node:crypto'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import readExif from 'exif-reader'
import sharp from 'sharp'
import { inParallel } from '#proofs/in-parallel.ts'
import type { ProofLine } from '#proofs/proof.ts'
import { seededRandom } from '#proofs/random.ts'
import { createPreviewer, type SharpPreviewer } from '#server/adapters/images/sharp-previewer.ts'
import { type BaseImage, baseImages } from './base-images.ts'
import { mutateImage } from './mutate-image.ts'

interface Options {
  readonly seed: number
  readonly count: number
  readonly photos?: string | undefined
}

/**
 * Intact, odd and damaged images, each alone and then three at a time, with the same answer and preview: refused with a
 * reason that visitors understand, or taken with a preview and without a position.
 */
export async function proveMixedPhotos({ seed, count, photos }: Options): Promise<ProofLine> {
  const bases = [...(await baseImages(photos))]
  bases.push(...bases.filter(({ format }) => format === 'jpeg').map(withBytesBetween))
  const images = Array.from({ length: count }, (_, index) => {
    const random = seededRandom(seed, index)
    const base = random.pick(bases)
    const isIntact = random.chance(0.5)
    return { isIntact, bytes: isIntact ? base.bytes : mutateImage(base, bases, random) }
  })
  const [alone, together] = [await outcomes(images, 1), await outcomes(images, 3)]
  const found = alone.flatMap((outcome, index) => {
    const isRefusal = refusals.has(outcome) || (outcome === 'IMAGE_TOO_COMPLEX' && !images[index]?.isIntact)
    const problem = outcome.startsWith('taken ') || isRefusal ? undefined : outcome
    const difference = outcome === together[index] ? undefined : `${outcome} alone, ${together[index]} beside others`
    return [problem, difference].flatMap((each) => (each ? [`image ${index}: ${each}`] : []))
  })
  const taken = alone.filter((outcome) => outcome.startsWith('taken')).length
  const note = `${taken} taken, ${count - taken} refused`
  return { what: 'mixed images, three at a time', attempts: count, survived: count - found.length, found, note }
}

/** `IMAGE_TOO_COMPLEX` is for large images, and none of these is large; some mutations add thousands of segments. */
const refusals = new Set(['UNSUPPORTED_IMAGE', 'DAMAGED_IMAGE', 'IMAGE_TOO_LARGE'])

/** The decoder warns about them and continues. */
function withBytesBetween(base: BaseImage): BaseImage {
  const scan = base.bytes.indexOf(Buffer.from([0xff, 0xda]))
  const bytes = Buffer.concat([base.bytes.subarray(0, scan), Buffer.from([1, 2, 3]), base.bytes.subarray(scan)])
  return { ...base, name: `${base.name} with bytes between`, bytes }
}

async function outcomes(images: readonly { readonly bytes: Buffer }[], atOnce: number): Promise<string[]> {
  const folder = await mkdtemp(join(tmpdir(), 'mixed-'))
  await using previewer = createPreviewer({ maxPixels: 100_000_000, lanes: atOnce, clock })
  const answers: string[] = []
  const limits = { until: Number.POSITIVE_INFINITY, most: images.length }
  await inParallel(atOnce, limits, async (index) => {
    const source = join(folder, String(index))
    await writeFile(source, images[index]?.bytes ?? '')
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
    const [original, preview] = await Promise.all([readFile(source), readFile(target)])
    const problem = (await previewProblem(preview)) ?? (await positionProblem(original))
    const digest = createHash('sha256').update(original).update(preview).update(JSON.stringify(facts)).digest('hex')
    return problem ?? `taken ${digest.slice(0, 12)}`
  } catch (error) {
    if (error instanceof Error && /crash/.test(error.message)) return error.message
    return String((error as { code?: string }).code ?? error)
  }
}

async function previewProblem(preview: Buffer): Promise<string | undefined> {
  const { format, width, exif } = await sharp(preview).metadata()
  if (format !== 'jpeg' || width > 800) return `the preview is ${format}, ${width} wide`
  return exif && 'the preview has EXIF'
}

/** What other readers find in the original, which is served to everybody. */
async function positionProblem(original: Buffer): Promise<string | undefined> {
  try {
    const { exif } = await sharp(original, { failOn: 'none' }).metadata()
    const { GPSLatitude, GPSLongitude } = (exif && readExif(exif).GPSInfo) || {}
    return GPSLatitude || GPSLongitude ? 'the original has a position' : undefined
  } catch {
    return undefined
  }
}
