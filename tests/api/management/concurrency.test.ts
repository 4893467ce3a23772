import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { present } from '#tests/support/at-least.ts'
import { makeImage } from '#tests/support/images/make-image.ts'
import { type Answer, type OwnedGroup, owner, ownGroup } from '#tests/support/manage.ts'
import { startApp, type TestApp } from '#tests/support/start-app.ts'

let app: TestApp
let bytes: Buffer
let own: OwnedGroup
beforeAll(async () => {
  app = await startApp({ env: { MANAGEMENT_RATE_LIMIT: '100000', TRUST_PROXY_HOPS: '1' } })
  bytes = await makeImage({ width: 8, height: 8 })
})
afterAll(async () => {
  await app[Symbol.asyncDispose]()
})

const imagesOf = ({ groupId }: OwnedGroup) => app.app.deps.database.images.ofGroup(groupId)
const inParallel = <T>(count: number, run: (i: number) => Promise<T>): Promise<T[]> =>
  Promise.all(Array.from({ length: count }, (_, i) => run(i)))
const codes = (answers: Answer[]) => answers.map(({ status, body }) => (status === 200 ? 200 : body.code))
const countOf = (answers: Answer[], code: number | string) => codes(answers).filter((each) => each === code).length

/** Rows, order and files agree: 1..n, and an original and a preview for each image of all groups, no more. */
async function expectWhole(groups: OwnedGroup[]) {
  const files: string[] = []
  for (const group of groups) {
    const images = await imagesOf(group)
    expect(images.map(({ uploadOrder }) => uploadOrder)).toEqual(images.map((_, i) => i + 1))
    files.push(...images.flatMap(({ fileName, previewName }) => [fileName, previewName]))
  }
  await expect.poll(async () => (await app.storedFiles()).sort()).toEqual(files.sort())
  expect(await app.app.deps.database.fileRemovals.planned()).toEqual([])
}

/**
 * Whether changes of the number of images, each with the number before and after it, can have happened one after the
 * other from `start` to `end`: whether they are edges of one path through the numbers (Euler).
 */
function canBeSerial(changes: readonly (readonly [before: number, after: number])[], start: number, end: number) {
  const balance = new Map<number, number>()
  const add = (number: number, by: number) => balance.set(number, (balance.get(number) ?? 0) + by)
  for (const [before, after] of changes) {
    add(before, 1)
    add(after, -1)
  }
  add(start, -1)
  add(end, 1)
  const reached = new Set([start])
  for (let size = 0; size !== reached.size; ) {
    size = reached.size
    for (const [before, after] of changes) if (reached.has(before) || reached.has(after)) reached.add(before).add(after)
  }
  return [...balance.values()].every((sum) => sum === 0) && changes.every(([before]) => reached.has(before))
}

describe('canBeSerial', () => {
  it('distinguishes possible from impossible answers', () => {
    expect(
      canBeSerial(
        [
          [3, 2],
          [2, 4],
          [4, 3],
        ],
        3,
        3,
      ),
    ).toBe(true)
    expect(
      canBeSerial(
        [
          [3, 2],
          [3, 2],
        ],
        3,
        2,
      ),
    ).toBe(false)
    expect(
      canBeSerial(
        [
          [3, 2],
          [7, 8],
          [8, 7],
        ],
        3,
        2,
      ),
    ).toBe(false)
    expect(canBeSerial([[3, 2]], 3, 3)).toBe(false)
  })
})

describe('80 mixed requests at once on one group', () => {
  afterEach(async () => {
    await own.owner.send('DELETE')
  })

  it('keep rows, files and order consistent, and every answer fits some order of the requests', async () => {
    own = await ownGroup(app, { images: 30 })
    const { send, add } = own.owner
    const start = await imagesOf(own)
    const ids = own.imageIds
    const kept = ids.slice(0, 3)
    const perishable = ids.slice(3)

    const deletions: [id: number, Answer][] = []
    const additions: [count: number, Answer][] = []
    const orders: [ids: number[], Answer][] = []
    const texts: [ids: number[], text: string, Answer][] = []
    await inParallel(80, async (i) => {
      const pick = (n: number) => present(perishable[(i * 7 + n * 11) % perishable.length])
      if (i % 4 === 0) {
        deletions.push([pick(0), await send('DELETE', `/images/${pick(0)}`)])
      } else if (i % 4 === 1) {
        const count = 1 + (i % 3)
        additions.push([count, await add(...Array.from({ length: count }, () => bytes))])
      } else if (i % 4 === 2) {
        // A client with an outdated list reads it again.
        for (let attempt = 0; attempt < 10; attempt++) {
          const now = (await imagesOf(own)).map(({ id }) => id)
          const wanted = i % 8 === 2 ? now.toReversed() : [...now.slice(1), present(now[0])]
          const answer = await send('PUT', '/reorder', { imageIds: wanted })
          orders.push([wanted, answer])
          if (answer.status === 200) break
        }
      } else {
        // Some name remaining images, some one that may be gone.
        const named = i % 8 === 3 ? kept : [...kept, pick(1)]
        const descriptions = named.map((imageId) => ({ imageId, description: `text ${i}` }))
        texts.push([named, `text ${i}`, await send('PUT', '/images/descriptions', { descriptions })])
      }
    })

    const end = await imagesOf(own)
    const endIds = end.map(({ id }) => id)
    await expectWhole([own])

    // Each image was deleted once, and is gone; later requests got 404.
    const deleted = deletions.filter(([, { status }]) => status === 200).map(([id]) => id)
    expect(new Set(deleted).size).toBe(deleted.length)
    expect(endIds.filter((id) => deleted.includes(id))).toEqual([])
    for (const [id, answer] of deletions) {
      if (answer.status === 200) continue
      expect(answer.body.code).toBe('IMAGE_NOT_FOUND')
      expect(deleted).toContain(id)
    }

    // The numbers in the answers fit one sequence from the first to the last state.
    const added = additions.filter(([, { status }]) => status === 200)
    expect(
      countOf(
        additions.map(([, answer]) => answer),
        'TOO_MANY_IMAGES',
      ),
    ).toBe(additions.length - added.length)
    const changes = [
      ...deletions
        .filter(([, { status }]) => status === 200)
        .map(([, { body }]) => [body.data.remainingImages + 1, body.data.remainingImages] as const),
      ...added.map(([count, { body }]) => [body.data.totalImagesCount - count, body.data.totalImagesCount] as const),
    ]
    expect(canBeSerial(changes, start.length, end.length)).toBe(true)
    expect(Math.max(...changes.flat())).toBeLessThanOrEqual(50)
    expect(end.length).toBe(start.length - deleted.length + added.reduce((sum, [count]) => sum + count, 0))

    // A new order was accepted only if it named each image: none deleted before, and some state had exactly these.
    for (const [wanted, { status, body }] of orders) {
      if (status !== 200) expect(body.code).toBe('INVALID_IMAGE_ORDER')
      else expect(changes.flat().concat(start.length)).toContain(wanted.length)
    }

    // Descriptions are atomic: the three that are always sent together are equal.
    const written = texts.filter(([, , { status }]) => status === 200)
    const said = kept.map((id) => end.find((image) => image.id === id)?.imageDescription)
    expect(new Set(said).size).toBe(1)
    expect(written.map(([, text]) => text)).toContain(said[0])
    for (const [named, , { status, body }] of texts) {
      if (status === 200) continue
      expect(body.code).toBe('UNKNOWN_IMAGE')
      expect(deleted).toContain(named.at(-1))
    }
    for (const { id, imageDescription } of end) {
      if (imageDescription === null) continue
      const by = written.find(([, text]) => text === imageDescription)
      expect(by?.[0]).toContain(id)
    }
    expect(orders.some(([, { status }]) => status === 200)).toBe(true)
    expect(written.length).toBeGreaterThan(0)
  })
})

describe('at the limits', () => {
  afterEach(async () => {
    await own.owner.send('DELETE')
  })

  it('never leaves a group without an image', async () => {
    own = await ownGroup(app, { images: 5 })
    const answers = await inParallel(40, (i) => own.owner.send('DELETE', `/images/${own.imageIds[i % 5]}`))
    expect(countOf(answers, 200)).toBe(4)
    expect(countOf(answers, 'LAST_IMAGE')).toBeGreaterThan(0)
    expect(countOf(answers, 'LAST_IMAGE') + countOf(answers, 'IMAGE_NOT_FOUND')).toBe(36)
    const left = answers.filter(({ status }) => status === 200).map(({ body }) => body.data.remainingImages)
    expect(left.toSorted()).toEqual([1, 2, 3, 4])
    expect(await imagesOf(own)).toHaveLength(1)
    await expectWhole([own])
  })

  it('never lets a group have more than 50 images', async () => {
    own = await ownGroup(app, { images: 44 })
    const answers = await inParallel(12, () => own.owner.add(bytes, bytes))
    expect(countOf(answers, 200)).toBe(3)
    expect(countOf(answers, 'TOO_MANY_IMAGES')).toBe(9)
    expect(await imagesOf(own)).toHaveLength(50)
    await expectWhole([own])
  })

  it('deletes a group once and completely during other requests', async () => {
    own = await ownGroup(app, { images: 3 })
    const answers = await inParallel(40, (i) => {
      // After the deletion the token is wrong; a single address would be banned.
      const { send, add, view } = owner(app, own.token, { address: `10.3.0.${i}` })
      if (i % 5 === 0) return add(bytes)
      if (i % 5 === 1) return send('PUT', '/metadata', { title: `${i}` })
      if (i % 5 === 2) return send('PUT', '/consents', { consentType: 'platform', platformId: 1, action: 'restore' })
      if (i % 5 === 3) return view()
      return i < 15 ? send('PUT', '/reorder', { imageIds: own.imageIds }) : send('DELETE')
    })
    const deletions = answers.filter(({ body }) => body.data?.deletionTimestamp)
    expect(deletions).toHaveLength(1)
    for (const { status, body } of answers) {
      if (status !== 200 && status !== 400) expect(body).toMatchObject({ code: 'GROUP_NOT_FOUND' })
      if (status === 200 && body.data?.images) expect(body.data.imageCount).toBeGreaterThan(0)
    }
    expect(await imagesOf(own)).toEqual([])
    expect(await app.app.deps.database.consents.ofGroup(own.groupId)).toEqual([])
    const log = await app.app.deps.database.deletionLog.latest('all')
    expect(log.filter(({ groupId }) => groupId === own.groupId)).toHaveLength(1)
    await expectWhole([])
  })
})
