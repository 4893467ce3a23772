import type { Region } from '#contract/shapes.ts'
import { overlap } from '#web/components/redaction/regions.ts'
import type { FaceModel } from './face-model.ts'
import { convolve, convolveAndPool, type FeatureMap } from './layers.ts'

/** RGBA, as a canvas returns it. */
export interface Pixels {
  readonly data: Uint8ClampedArray<ArrayBuffer>
  readonly width: number
  readonly height: number
}

interface Face {
  readonly score: number
  readonly region: Region
}

/** What the model was trained with: the mean colour, and the usual sizes of faces in cells of 32 pixels. */
const meanColour = [117.001, 114.697, 97.404]
const usualSizes = [
  [1.603231, 2.094468],
  [6.041143, 7.080126],
  [2.882459, 3.518061],
  [4.266906, 5.178857],
  [9.041765, 10.66308],
] as const
const cell = 32
/** A proposal too many is deleted with a key, a missing one is a face that everybody sees. */
const minScore = 0.3
/** Of the smaller of two boxes: what overlaps more is the same face. */
const sameFace = 0.5
/** In smaller pictures the model sees larger faces. */
const minSide = 128

/** The faces in a picture, in shares of its size, the surest first. */
export function detectFaces(model: FaceModel, pixels: Pixels): Region[] {
  const faces: Face[] = []
  for (let map = toFeatureMap(pixels); Math.max(map.width, map.height) >= minSide; map = halved(map))
    faces.push(...facesIn(model, map))
  faces.sort((one, other) => other.score - one.score)
  const distinct: Region[] = []
  for (const { region } of faces)
    if (!distinct.some((other) => overlap(other, region) > sameFace)) distinct.push(region)
  return distinct
}

function toFeatureMap({ data, width, height }: Pixels): FeatureMap {
  const map = new Float32Array(width * height * 3)
  for (let pixel = 0; pixel < width * height; pixel++)
    for (let c = 0; c < 3; c++) map[pixel * 3 + c] = ((data[pixel * 4 + c] ?? 0) - (meanColour[c] ?? 0)) / 255
  return { data: map, width, height, channels: 3 }
}

function halved({ data, width, height, channels }: FeatureMap): FeatureMap {
  const half = { width: Math.floor(width / 2), height: Math.floor(height / 2), channels }
  const map = new Float32Array(half.width * half.height * channels)
  const row = width * channels
  for (let y = 0; y < half.height; y++)
    for (let i = 0; i < half.width * channels; i++) {
      const at = 2 * y * row + 2 * i - (i % channels)
      const above = (data[at] ?? 0) + (data[at + channels] ?? 0)
      const below = (data[at + row] ?? 0) + (data[at + row + channels] ?? 0)
      map[y * half.width * channels + i] = (above + below) / 4
    }
  return { data: map, ...half }
}

function facesIn({ layers, output }: FaceModel, picture: FeatureMap): Face[] {
  const last = layers.length - 1
  const features = layers.reduce((map, layer, n) => convolveAndPool(map, layer, n === last ? 1 : 2), picture)
  const { data, width, height, channels } = convolve(features, output)
  const faces: Face[] = []
  for (let i = 0; i < width * height; i++)
    for (const [n, usual] of usualSizes.entries()) {
      const from = i * channels + n * 5
      const [x = 0, y = 0, wide = 0, high = 0, certain = 0] = data.subarray(from, from + 5)
      const score = sigmoid(certain)
      if (score < minScore) continue
      const centre = { x: (i % width) + sigmoid(x), y: Math.floor(i / width) + sigmoid(y) }
      const size = { width: Math.exp(wide) * usual[0], height: Math.exp(high) * usual[1] }
      const [w, h] = [(size.width * cell) / picture.width, (size.height * cell) / picture.height]
      const region = {
        x: (centre.x * cell) / picture.width - w / 2,
        y: (centre.y * cell) / picture.height - h / 2,
        width: w,
        height: h,
      }
      faces.push({ score, region })
    }
  return faces
}

const sigmoid = (value: number) => 1 / (1 + Math.exp(-value))
