import { randomBytes } from 'node:crypto'
import { makeImage } from '#tests/support/images/make-image.ts'
import { type Client, isKnown, jsonOf } from './client.ts'
import { expectMessage, first, hashOf, isShown, type KnownGroup, type KnownImage } from './known-groups.ts'
import type { Photos, Site } from './site.ts'
import { leaveUnfinished, uploadSubmission } from './submission.ts'

interface AnsweredImage {
  readonly id: number
  readonly fileName: string
  readonly originalName: string
  readonly filePath: string
  readonly previewPath: string
}

export const makePictures = (): Promise<Buffer[]> =>
  Promise.all(
    ['#a33', '#3a3', '#33a', '#aa3'].map((colour) => makeImage({ width: 900, height: 600, detail: true, colour })),
  )

/** A unique picture. A plain comment is metadata that stays (D60). */
function withComment(jpeg: Buffer): Uint8Array<ArrayBuffer> {
  const text = randomBytes(16)
    .toString('hex')
    .replace(/\d/g, (digit) => String.fromCharCode(103 + Number(digit)))
  const marker = Buffer.from([0xff, 0xfe, 0, text.length + 2])
  return new Uint8Array(Buffer.concat([jpeg.subarray(0, 2), marker, Buffer.from(text), jpeg.subarray(2)]))
}

let uploads = 0

function takePhotos({ pictures, random }: Site, count: number): Photos {
  const files = Array.from({ length: count }, (_, index) => ({
    name: `${uploads++}-${index}.jpg`,
    bytes: withComment(random.pick(pictures)),
  }))
  return {
    files,
    hashes: new Map(files.map(({ name, bytes }) => [name, hashOf(bytes)])),
    form() {
      const form = new FormData()
      for (const { name, bytes } of files) form.append('images', new Blob([bytes], { type: 'image/jpeg' }), name)
      return form
    },
  }
}

const known = (images: readonly AnsweredImage[], { hashes }: Photos): KnownImage[] =>
  images.map(({ originalName, ...image }) => ({ ...image, hash: hashes.get(originalName) ?? '', description: null }))

/** Uploads a group until it is accepted: as a submission like the upload page, or at once, with a key. */
export async function upload(site: Site): Promise<void> {
  const name = `visitor-${crypto.randomUUID()}`
  const photos = takePhotos(site, 1 + site.random.below(3))
  const isSubmission = site.random.chance(0.5)
  const answer = await (isSubmission
    ? uploadSubmission(site, photos.files, textsOf(name))
    : uploadAtOnce(site, photos, textsOf(name)))
  if (answer.status !== 200) throw new Error(`An upload was refused: ${answer.status} ${answer.body}`)
  const { groupId, managementToken, images } = jsonOf<{
    groupId: string
    managementToken: string
    images: AnsweredImage[]
  }>(answer)
  const group: KnownGroup = {
    name,
    groupId,
    token: managementToken,
    acceptedAt: performance.now(),
    images: known(images, photos),
    title: 'as uploaded',
    approved: false,
    workshop: true,
    messages: new Map([[first.upload, 1]]),
    busy: false,
  }
  site.groups.push(group)
}

const textsOf = (name: string) => ({
  metadata: { name, title: 'as uploaded' },
  consents: { workshopConsent: true, socialMediaConsents: [{ platformId: 1 }] },
})

function uploadAtOnce({ client }: Site, photos: Photos, { metadata, consents }: ReturnType<typeof textsOf>) {
  const form = () => {
    const form = photos.form()
    form.append('metadata', JSON.stringify(metadata))
    form.append('consents', JSON.stringify(consents))
    return form
  }
  const headers = { 'idempotency-key': crypto.randomUUID() }
  return client.insist('/api/upload/batch', { kind: 'upload', method: 'POST', form, headers })
}

/** Photos that never become a group. */
export const abandon = (site: Site): Promise<void> =>
  leaveUnfinished(site, takePhotos(site, 2).files, textsOf(`visitor-${crypto.randomUUID()}`))

/** Sends a change until it is confirmed; `missing`: a repeated deletion may get 404. */
async function change(
  site: Site,
  path: string,
  request: Parameters<Client['insist']>[1] & { missing?: boolean },
): Promise<Buffer> {
  const { missing = false, ...rest } = request
  const answer = await site.client.insist(path, rest)
  const done = answer.status === 200 || (missing && answer.asked > 1 && answer.status === 404)
  if (!done) site.broken.push(`${rest.method} ${path} was answered ${answer.status}: ${answer.body}`)
  return answer.body
}

/** After a withdrawal images have new addresses, and the old ones answer 404 (D47). */
async function expectNewAddresses(site: Site, group: KnownGroup): Promise<void> {
  const old = group.images
  const body = await change(site, `/api/manage/${group.token}`, { kind: 'manage', method: 'GET' })
  const { data } = JSON.parse(body.toString()) as { data: { images: AnsweredImage[] } }
  const now = new Map(data.images.map((image) => [image.id, image]))
  group.images = old.map((image) => {
    const { fileName, filePath, previewPath } = now.get(image.id) ?? image
    return { ...image, fileName, filePath, previewPath }
  })
  for (const { filePath, previewPath } of old) {
    for (const path of [filePath, previewPath]) await expectStatus(site, path, 404)
  }
}

type Change = (site: Site, group: KnownGroup) => Promise<void>
let titles = 0

const ownersChanges: Readonly<Record<string, Change>> = {
  async retitle(site, group) {
    const title = `title ${titles++}`
    await change(site, `/api/manage/${group.token}/metadata`, { kind: 'manage', method: 'PUT', json: { title } })
    group.title = title
    group.approved = false
  },
  async describe(site, group) {
    const image = site.random.pick(group.images)
    const description = `description ${titles++}`
    const json = { descriptions: [{ imageId: image.id, description }] }
    await change(site, `/api/manage/${group.token}/images/descriptions`, { kind: 'manage', method: 'PUT', json })
    image.description = description
  },
  async consent(site, group) {
    const action = group.workshop ? 'revoke' : 'restore'
    const json = { consentType: 'workshop', action }
    await change(site, `/api/manage/${group.token}/consents`, { kind: 'manage', method: 'PUT', json })
    group.workshop = !group.workshop
    if (action === 'revoke') await expectNewAddresses(site, group)
    expectMessage(group, first[action])
  },
  async reorder(site, group) {
    const images = group.images.toReversed()
    const json = { imageIds: images.map(({ id }) => id) }
    await change(site, `/api/manage/${group.token}/reorder`, { kind: 'manage', method: 'PUT', json })
    group.images = images
  },
  async addImage(site, group) {
    const photos = takePhotos(site, 1)
    const headers = { 'idempotency-key': crypto.randomUUID() }
    const request = { kind: 'upload', method: 'POST', form: photos.form, headers }
    const body = await change(site, `/api/manage/${group.token}/images`, request)
    const { data } = JSON.parse(body.toString()) as { data: { images: AnsweredImage[] } }
    group.images.push(...known(data.images.slice(-1), photos))
    group.approved = false
  },
  async deleteImage(site, group) {
    const [image, ...others] = group.images
    if (image === undefined || others.length === 0) return
    const request = { kind: 'delete', method: 'DELETE', missing: true }
    await change(site, `/api/manage/${group.token}/images/${image.id}`, request)
    group.images = others
    group.approved = false
    await expectStatus(site, image.previewPath, 404)
  },
  async deleteGroup(site, group) {
    await change(site, `/api/manage/${group.token}`, { kind: 'delete', method: 'DELETE', missing: true })
    group.gone = 'user_deletion'
    expectMessage(group, first.deleted)
    await expectStatus(site, group.images[0]?.previewPath ?? '', 404)
  },
}

/** The next request to any replica sees a confirmed change, whatever it has cached. */
async function expectStatus({ client, broken, stale }: Site, path: string, status: number): Promise<void> {
  const answer = await client.ask(path, { kind: 'read' })
  if (!isKnown(answer) || answer.status === status) return
  stale.push(performance.now())
  broken.push(`${path} was ${answer.status} instead of ${status}`)
}

const approve = async (site: Site, group: KnownGroup): Promise<void> => {
  const approved = !group.approved
  const request = { kind: 'moderate', method: 'PATCH', json: { approved }, headers: site.admin }
  await change(site, `/api/admin/groups/${group.groupId}/approve`, request)
  group.approved = approved
  if (!approved) await expectNewAddresses(site, group)
  await expectStatus(site, `/api/groups/${group.groupId}`, isShown(group) ? 200 : 404)
}

const adminsChanges: Readonly<Record<string, Change>> = {
  approve,
  approveOther: approve,
  async describe(site, group) {
    const image = site.random.pick(group.images)
    const image_description = `described ${titles++}`
    const request = { kind: 'moderate', method: 'PATCH', json: { image_description }, headers: site.admin }
    await change(site, `/api/admin/groups/${group.groupId}/images/${image.id}`, request)
    image.description = image_description
  },
  async deleteGroup(site, group) {
    if (site.random.chance(0.7)) return
    const request = { kind: 'delete', method: 'DELETE', headers: site.admin, missing: true }
    await change(site, `/api/admin/groups/${group.groupId}`, request)
    group.gone = 'admin_moderation_deletion'
    await expectStatus(site, group.images[0]?.filePath ?? '', 404)
  },
}

async function changeOne(site: Site, changes: Readonly<Record<string, Change>>): Promise<void> {
  const free = site.groups.filter(({ busy, gone }) => !busy && !gone)
  if (free.length === 0) return
  const group = site.random.pick(free)
  group.busy = true
  try {
    await site.random.pick(Object.values(changes))(site, group)
  } finally {
    group.busy = false
  }
}

export const manage = (site: Site): Promise<void> => changeOne(site, ownersChanges)
export const moderate = (site: Site): Promise<void> => changeOne(site, adminsChanges)

/** The slideshow: the feed, then a photo of it. */
export async function watch({ client, groups, random, broken }: Site): Promise<void> {
  const feed = await client.ask('/api/groups', { kind: 'feed' })
  if (isKnown(feed) && feed.status !== 200) broken.push(`The feed was ${feed.status}`)
  if (groups.length === 0) return
  const group = random.pick(groups)
  const image = random.pick(group.images)
  const [kind, path] = random.chance(0.8) ? ['preview', image.previewPath] : ['original', image.filePath]
  const answer = await client.ask(path, { kind })
  if (!isKnown(answer)) return
  if (answer.status === 200) {
    if (kind === 'original' && hashOf(answer.body) !== image.hash) broken.push(`${path} has other bytes`)
  } else if (answer.status !== 404) broken.push(`${path} was ${answer.status}`)
  // Before and after the read: a group changed in between proves nothing.
  else if (!group.busy && !group.gone && group.images.includes(image)) broken.push(`${path} of a known image was 404`)
}
