import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import { afterAll, beforeAll, expect } from 'vitest'
import { createPreviewer, type SharpPreviewer } from '#server/adapters/images/sharp-previewer.ts'
import type { ImageFacts, PreviewJob } from '#server/ports/previewer.ts'
import { type ImageSpec, makeImage } from './make-image.ts'

const maxPixels = 1_000_000
const clock = { now: () => new Date('2026-06-01T12:00:00Z') }

/** A previewer for the tests of a file, with a folder of its own. */
export function previewing() {
  let folder: string
  let previewer: SharpPreviewer
  let files = 0

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'previewer-'))
    previewer = createPreviewer({ maxPixels, maxSide: 100_000, clock })
  })
  afterAll(async () => {
    await previewer[Symbol.asyncDispose]()
    await rm(folder, { recursive: true })
  })

  async function jobFor(bytes: Buffer, job: Partial<PreviewJob> = {}): Promise<PreviewJob> {
    files += 1
    const source = join(folder, `${files}.bin`)
    await writeFile(source, bytes)
    return { source, target: join(folder, `${files}-preview.jpg`), turn: 1, ...job }
  }

  async function previewOf(spec: ImageSpec) {
    const job = await jobFor(await makeImage(spec))
    const facts = await previewer.makePreview(job)
    const bytes = await readFile(job.target)
    return { facts, bytes, metadata: await sharp(bytes).metadata() }
  }

  return {
    jobFor,
    previewOf,
    makePreview: (job: PreviewJob): Promise<ImageFacts> => previewer.makePreview(job),
    readImageAnalysis: (source: string) => previewer.readImageAnalysis(source),
    readFacts: (source: string): Promise<ImageFacts> => previewer.readFacts(source),
  }
}

/** The colours of the four quarters of an image, as a colour-managed browser shows them. */
export async function quarters(bytes: Buffer): Promise<number[][]> {
  const { data, info } = await sharp(bytes).toColourspace('srgb').raw().toBuffer({ resolveWithObject: true })
  const at = (x: number, y: number) => {
    const start = (Math.floor(info.height * y) * info.width + Math.floor(info.width * x)) * info.channels
    return [...data.subarray(start, start + 3)]
  }
  return [at(0.25, 0.25), at(0.75, 0.25), at(0.25, 0.75), at(0.75, 0.75)]
}

/** What `makeImage` paints. */
export const red = [220, 30, 30]
export const green = [30, 180, 60]
export const blue = [30, 60, 220]
export const yellow = [230, 210, 40]

export function expectClose(actual: number[][], expected: number[][], tolerance = 12): void {
  for (const [index, colour] of expected.entries()) {
    for (const [channel, value] of colour.entries()) {
      expect(Math.abs((actual[index]?.[channel] ?? -1000) - value), `${actual[index]} is ${colour}`).toBeLessThan(
        tolerance,
      )
    }
  }
}
