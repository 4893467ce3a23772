import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import sharp from 'sharp'
import type { Clock } from '#server/ports/clock.ts'
import { loginAsAdmin, type Session } from '#tests/support/admin.ts'
import { type Scene, scenes } from '#tests/support/images/scenes.ts'
import { type OwnedGroup, owner } from '#tests/support/manage.ts'
import type { TestApp } from '#tests/support/start-app.ts'
import { uploadGroup } from '#tests/support/upload.ts'

const dayMs = 24 * 60 * 60 * 1000

/** The real time, less so many days. */
export interface DemoClock extends Clock {
  daysAgo(days: number): void
}

export function demoClock(): DemoClock {
  let offset = 0
  return {
    now: () => new Date(Date.now() - offset),
    daysAgo(days) {
      offset = days * dayMs
    },
  }
}

/** The photos: those of the folder, else drawn ones. */
export async function demoPhotos(folder = process.env.E2E_PHOTOS): Promise<readonly Scene[]> {
  if (!folder) return scenes()
  const photos: Scene[] = []
  for (const name of (await readdir(folder)).toSorted()) {
    const bytes = await readFile(join(folder, name))
    const fits = await sharp(bytes)
      .resize(8)
      .raw()
      .toBuffer()
      .then(
        () => /\.jpe?g$/i.test(name) && bytes.length > 100_000,
        () => false,
      )
    if (fits) photos.push({ name, caption: photos.length % 3 === 1 ? '' : name.replace(/\..*/, ''), bytes })
  }
  return photos
}

interface DemoGroup {
  readonly daysAgo: number
  readonly title?: string
  readonly name?: string
  readonly description?: string
  readonly year?: number
  readonly photos: number
  readonly platforms?: readonly number[]
  readonly approved?: boolean
  readonly after?: (own: Pick<OwnedGroup, 'owner' | 'imageIds'>) => Promise<unknown>
}

const revoke = (platformId?: number) => (own: Pick<OwnedGroup, 'owner'>) =>
  own.owner.send('PUT', '/consents', {
    consentType: platformId ? 'platform' : 'workshop',
    action: 'revoke',
    ...(platformId && { platformId }),
  })

const groups: readonly DemoGroup[] = [
  { daysAgo: 75, title: 'Offene Tischlerei', name: 'Jule', year: 2024, photos: 3, approved: true },
  {
    daysAgo: 61,
    title: 'Siebdruck am Samstag',
    name: 'Kunstverein Nord',
    photos: 2,
    approved: true,
    platforms: [1, 2],
  },
  { daysAgo: 47, title: 'Drei Schalen', name: 'Anneliese', year: 2019, photos: 1, approved: true, platforms: [2] },
  {
    daysAgo: 33,
    title: 'Repair-Café, November',
    name: 'Ferdinand',
    photos: 2,
    approved: true,
    platforms: [1],
    after: revoke(1),
  },
  {
    daysAgo: 20,
    title: 'Lampen aus Kupferrohr',
    name: 'Mira',
    photos: 2,
    approved: true,
    platforms: [1, 2, 3],
    after: revoke(),
  },
  {
    daysAgo: 13,
    title: 'Fahrradanhänger für den Wochenmarkt',
    name: 'Solidarische Landwirtschaft Hinterbrühl',
    description: 'Geschweißt, geschraubt und dreimal umgebaut.',
    photos: 4,
    approved: true,
    platforms: [1, 2],
    after: ({ owner: holder }) =>
      holder.send('PUT', '/metadata', { title: 'Fahrradanhänger für den Wochenmarkt, zweite Fassung' }),
  },
  { daysAgo: 6.6, title: 'Erster Löffel', name: 'Ben', photos: 1 },
  {
    daysAgo: 5.2,
    title: 'Ein Hocker aus Resten',
    name: 'Mira',
    description: 'Esche und Eiche, geölt. Die Beine waren einmal ein Zaun, die Sitzfläche lag zwanzig Jahre im Keller.',
    photos: 5,
    platforms: [2],
  },
  { daysAgo: 3, photos: 2 },
  { daysAgo: 1.2, title: 'Linoldrucke', name: 'Klasse 7b', photos: 3, platforms: [1, 3] },
  { daysAgo: 0.1, title: 'Regal für die Fahrradwerkstatt', name: 'Olga', photos: 6, platforms: [1, 2, 3] },
]

export interface DemoInstallation {
  readonly admin: Session
  /** In the order of their uploads. */
  readonly groups: readonly OwnedGroup[]
}

/** Fills a service with the clock `clock` with the data of a workshop after three months. */
export async function furnish(app: TestApp, clock: DemoClock, photos: readonly Scene[]): Promise<DemoInstallation> {
  clock.daysAgo(80)
  const admin = await loginAsAdmin(app)
  const all: OwnedGroup[] = []
  for (const [index, spec] of groups.entries()) {
    clock.daysAgo(spec.daysAgo)
    const chosen = Array.from({ length: spec.photos }, (_, n) => photos[(index + n) % photos.length] as Scene)
    const { title, name, description, year, platforms = [] } = spec
    const group = await uploadGroup(app, {
      files: chosen.map(({ name, bytes }, n) => ({ name: `${n + 1}-${name}`, bytes })),
      parts: {
        metadata: { title, name, description, ...(year && { year }) },
        descriptions: chosen.map(({ name, caption }, n) => ({ fileName: `${n + 1}-${name}`, description: caption })),
        consents: { workshopConsent: true, socialMediaConsents: platforms },
      },
    })
    const { groupId, managementToken: token } = group
    const own = { group, groupId, token, imageIds: group.images.map(({ id }) => id), owner: owner(app, token) }
    all.push(own)
    clock.daysAgo(Math.max(0, spec.daysAgo - 0.5))
    if (spec.approved) await again(admin, app, `/api/admin/groups/${groupId}/approve`)
    await spec.after?.(own)
  }
  for (const daysAgo of [70, 54, 40, 40, 26, 19, 12, 5]) {
    clock.daysAgo(daysAgo)
    const { groupId } = await uploadGroup(app, { files: [{ name: 'a.jpg', bytes: (photos[0] as Scene).bytes }] })
    clock.daysAgo(daysAgo - 1)
    await again(admin, app, `/api/admin/groups/${groupId}`, 'DELETE')
  }
  clock.daysAgo(0)
  return { admin: await loginAsAdmin(app), groups: all }
}

/** A session ends after hours without use, and these calls are days apart. */
async function again(_: Session, app: TestApp, path: string, method = 'PATCH'): Promise<void> {
  const answer = await (await loginAsAdmin(app)).fetch(path, { method })
  if (!answer.ok) throw new Error(await answer.text())
}
