import { createHash } from 'node:crypto'
import { spread } from '#tests/support/images/spread.ts'
import type { ImageState, KnownGroup } from './book.ts'
import type { Inspection } from './inspection.ts'
import { publicPaths } from './urls.ts'

/** Existing files can be read, byte for byte; deleted ones cannot, at any address. */
export async function readEverything(inspection: Inspection, touched: ReadonlySet<KnownGroup>): Promise<void> {
  const { connection, clients, graveyard, complain, thorough } = inspection
  const alive = clients.flatMap(({ groups }) => groups).filter(({ state }) => state !== undefined)
  for (const group of alive) {
    const isRead = thorough || touched.has(group)
    if (isRead) {
      const view = await connection.visitor(`/api/manage/${group.token}`)
      if (view.status !== 200) complain(`the link of ${group.name} was answered ${view.status}`)
    }
    for (const image of group.state?.images ?? []) {
      if (isRead || image.redactions > 0) await readImage(inspection, group, image)
    }
  }
  const recent = [...graveyard].slice(thorough ? 0 : -60)
  for (const url of recent) {
    const isAdmin = url.startsWith('/api/admin')
    const { status } = await (isAdmin ? connection.admin : connection.visitor)(url)
    if (status !== 404) complain(`${url} was answered ${status} though it was deleted`)
  }
}

async function readImage(inspection: Inspection, group: KnownGroup, { name, redactions }: ImageState): Promise<void> {
  const { connection, photoDigests, readBack, complain } = inspection
  const image = group.stored.get(name)
  for (const path of image ? publicPaths(image) : []) {
    const response = await connection.visitor(path)
    const bytes = Buffer.from(await response.arrayBuffer())
    const isWhole = async () => {
      if (path.startsWith('/previews')) return isWholeJpeg(bytes)
      if (redactions === 0) return photoDigests.has(createHash('sha256').update(bytes).digest('hex'))
      readBack.recordRedacted()
      return (await spread(bytes, 0, 0, 8)) <= 1
    }
    if (response.status !== 200 || !(await isWhole())) {
      complain(`${name} of ${group.name}: ${path} gave ${response.status}`)
    }
  }
}

const isWholeJpeg = (bytes: Buffer) =>
  bytes.subarray(0, 2).toString('hex') === 'ffd8' && bytes.subarray(-2).toString('hex') === 'ffd9'
