import { readFileSync } from 'node:fs'
import sharp from 'sharp'
import { describe, expect, it } from 'vitest'
import { drawPeople } from '#tests/support/images/draw-people.ts'
import { makeImage } from '#tests/support/images/make-image.ts'
import { detectFaces } from '#web/components/redaction/faces/detect-faces.ts'
import { readFaceModel } from '#web/components/redaction/faces/face-model.ts'
import { overlap } from '#web/components/redaction/regions.ts'

const file = '@vladmandic/face-api/model/tiny_face_detector_model'
const model = readFaceModel(
  readFileSync(`node_modules/${file}.bin`),
  JSON.parse(readFileSync(`node_modules/${file}-weights_manifest.json`, 'utf8'))[0].weights,
)

async function facesIn(picture: Buffer) {
  const { data, info } = await sharp(picture).ensureAlpha().raw().toBuffer({ resolveWithObject: true })
  return detectFaces(model, { data: new Uint8ClampedArray(data), width: info.width, height: info.height })
}

describe('detectFaces', () => {
  it('finds large and small faces, each once', async () => {
    const people = [
      { x: 40, y: 150, width: 60 },
      { x: 300, y: 100, width: 200 },
    ]
    const faces = await facesIn(await drawPeople(people))
    expect(faces).toHaveLength(2)
    for (const { x, y, width } of people) {
      const face = {
        x: (x + width / 4) / 640,
        y: (y + width / 3) / 480,
        width: width / 2 / 640,
        height: width / 2 / 480,
      }
      expect(faces.some((found) => overlap(found, face) > 0.5)).toBe(true)
    }
  })

  it('finds none where there is none', async () => {
    expect(await facesIn(await makeImage({ width: 160, height: 128 }))).toEqual([])
  })
})

describe('readFaceModel', () => {
  it('refuses a file that the manifest does not describe', () => {
    expect(() => readFaceModel(new Uint8Array(10), [])).toThrow('The model has 10 bytes, not 0')
  })
})
