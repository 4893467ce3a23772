import sharp, { type Sharp } from 'sharp'
import { beforeAll, describe, expect, it } from 'vitest'
import { isBlurred, similarImages } from '#server/domain/images/image-analysis.ts'
import { present } from '#tests/support/at-least.ts'
import { makeImage } from '#tests/support/images/make-image.ts'
import { previewing } from '#tests/support/images/previewing.ts'
import { scenes } from '#tests/support/images/scenes.ts'

const { jobFor, makePreview, readImageAnalysis } = previewing()

async function analysisOf(bytes: Buffer) {
  const { imageAnalysis } = await makePreview(await jobFor(bytes))
  return present(imageAnalysis)
}

/** An image each, numbered from 1. */
const numbered = async (pictures: readonly Buffer[]) =>
  Promise.all(pictures.map(async (bytes, index) => ({ id: index + 1, imageAnalysis: await analysisOf(bytes) })))

describe('the analysis of a preview', () => {
  let pictures: readonly Buffer[]
  let chair: Buffer
  const changed = (change: (image: Sharp) => Sharp) => change(sharp(chair)).jpeg().toBuffer()

  beforeAll(async () => {
    pictures = await Promise.all(
      (await scenes()).map(({ bytes }) => sharp(bytes).autoOrient().resize({ width: 800 }).jpeg().toBuffer()),
    )
    chair = present(pictures[0])
  })

  it('matches photos of one thing, whatever their light, size and crop', async () => {
    const { width, height } = await sharp(chair).metadata()
    const same = await numbered([
      chair,
      await changed((image) => image.modulate({ brightness: 1.2 })),
      await changed((image) => image.resize({ width: 300 })),
      await changed((image) => image.blur(6)),
      await changed((image) => image.extract({ left: 30, top: 20, width: width - 40, height: height - 40 })),
    ])
    expect([...similarImages(same).values()].every((others) => others.length === 4)).toBe(true)
    expect(similarImages(same).size).toBe(5)
  })

  it('does not match different photos', async () => {
    expect(similarImages(await numbered(pictures))).toEqual(new Map())
  })

  it('detects blurred photos', async () => {
    const images = await numbered([...pictures, await changed((image) => image.blur(4))])
    expect(images.filter(isBlurred).map(({ id }) => id)).toEqual([images.length])
  })

  it('finds neither duplicates nor blur in plain colours', async () => {
    const images = await numbered([await makeImage({ colour: '#000' }), await makeImage({ colour: '#fff' })])
    expect(similarImages(images).size).toBe(0)
    expect(images.filter(isBlurred)).toEqual([])
  })

  it.each([
    ['one pixel', { width: 1, height: 1 }],
    ['a line', { width: 2000, height: 1 }],
    ['a small PNG in grey', { width: 3, height: 2, grey: true, format: 'png' }],
  ] as const)('exists for %s', async (_, spec) => {
    expect((await analysisOf(await makeImage(spec))).perceptualHash).toMatch(/^[0-9a-f]{16}$/)
  })

  it('is computed from an existing preview', async () => {
    const job = await jobFor(chair)
    const { imageAnalysis } = await makePreview(job)
    const later = { id: 2, imageAnalysis: await readImageAnalysis(job.target) }
    expect(similarImages([{ id: 1, imageAnalysis: present(imageAnalysis) }, later]).size).toBe(2)
    expect(isBlurred(later)).toBe(false)
  })
})
