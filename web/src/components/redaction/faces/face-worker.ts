/// <reference lib="webworker" />
// The model and what runs it, away from the page: a photo takes it a second or more.
import modelUrl from '@vladmandic/face-api/model/tiny_face_detector_model.bin?url'
import manifest from '@vladmandic/face-api/model/tiny_face_detector_model-weights_manifest.json'
import type { Region } from '#contract/shapes.ts'
import { detectFaces, type Pixels } from './detect-faces.ts'
import { type FaceModel, readFaceModel } from './face-model.ts'

/** Absent: the model could not be loaded. */
export type FoundFaces = readonly Region[] | undefined

let loading: Promise<FaceModel> | undefined
async function load(): Promise<FaceModel> {
  const response = await fetch(modelUrl)
  if (!response.ok) throw new Error(`The model answers ${response.status}`)
  return readFaceModel(new Uint8Array(await response.arrayBuffer()), manifest[0]?.weights ?? [])
}

self.onmessage = async ({ data: pixels }: MessageEvent<Pixels>) => {
  loading ??= load()
  const model = await loading.catch(() => undefined)
  if (!model) loading = undefined
  self.postMessage((model && detectFaces(model, pixels)) satisfies FoundFaces)
}
