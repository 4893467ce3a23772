import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { succeeded } from '#tests/support/ask.ts'
import { makeImage } from '#tests/support/images/make-image.ts'
import { type Replicas, sharedPlaces, startReplicas } from '#tests/support/servers/replicas.ts'
import type { TestApp } from '#tests/support/start-app.ts'
import { abandon, begun, complete, largePhoto, look, put } from '#tests/support/submissions.ts'
import { publish } from '#tests/support/upload.ts'

describe.each(await sharedPlaces())('a submission to two replicas that share a database and a %s', (place) => {
  let replicas: Replicas
  let first: TestApp
  let second: TestApp
  beforeAll(async () => {
    replicas = await startReplicas(place)
    first = replicas.first
    second = replicas.second
  })
  afterAll(() => replicas[Symbol.asyncDispose]())

  it('is accepted by either, file by file and part by part', async () => {
    const [large, small] = [await largePhoto(), await makeImage()]
    const submissionId = await begun(first, { files: 3 })
    await succeeded(put(second, { submissionId, index: 0, bytes: small }))
    await succeeded(put(first, { submissionId, index: 1, bytes: small }))
    await succeeded(put(first, { submissionId, index: 2, bytes: large, part: [0, 70_000] }))
    await succeeded(put(second, { submissionId, index: 2, bytes: large, part: [70_000, 140_000] }))
    await succeeded(put(first, { submissionId, index: 2, bytes: large, part: [140_000, large.length] }))
    expect((await look(second, submissionId)).body.files.map(({ status }) => status)).toEqual(Array(3).fill('arrived'))
    const answers = await Promise.all([complete(first, submissionId), complete(second, submissionId)])
    expect(answers.map(({ status }) => status)).toEqual([200, 200])
    const [here, there] = answers.map(({ body: { managementUrl: _, ...body } }) => body)
    expect(here).toEqual(there)
    const { groupId = '', images = [] } = answers[0]?.body ?? {}
    await publish(first, groupId)
    const stored = await second.fetch(images[2]?.filePath ?? '')
    expect(Buffer.from(await stored.arrayBuffer()).equals(large)).toBe(true)
  })

  it('can be deleted through the other', async () => {
    const submissionId = await begun(first)
    await succeeded(put(first, { submissionId, bytes: await makeImage() }))
    await succeeded(abandon(second, submissionId))
    expect((await look(first, submissionId)).status).toBe(404)
    expect(await first.app.deps.database.fileRemovals.planned()).toEqual([])
  })
})
