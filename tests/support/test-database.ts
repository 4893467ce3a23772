import { randomUUID } from 'node:crypto'
import type { LastApproved } from '#contract/shapes.ts'
import { textsOf } from '#contract/texts/group-texts.ts'
import { openDatabase } from '#server/adapters/database/database.ts'
import type { Group, Image } from '#server/domain/group.ts'
import type { Database, Transaction } from '#server/ports/deps.ts'
import { testEngines } from './servers/engines.ts'

export interface TestDatabase extends AsyncDisposable {
  readonly database: Database
  /** Opens the same rows again, like another replica or a restart; the caller closes it. */
  openAgain(): Promise<Database>
  /** Runs one call in a transaction of its own. */
  write<T>(call: (tx: Transaction) => Promise<T>): Promise<T>
  /** Methods of a store that no test has called. */
  untried(store: keyof Transaction): string[]
}

/** For `describe.each`: each engine with a function that opens a new database. */
export const testDatabases = async (): Promise<[string, () => Promise<TestDatabase>][]> =>
  (await testEngines()).map(([name, newPlace]) => [
    name,
    async () => {
      const place = await newPlace()
      const database = await openDatabase(place.open())
      const called = new Set<string>()
      const names = new Map<string, string[]>()
      return {
        database,
        openAgain: () => openDatabase(place.open()),
        write: (call) => database.transaction((tx) => call(watch(tx, names, called))),
        untried: (store) => (names.get(store) ?? []).filter((method) => !called.has(`${store}.${method}`)),
        async [Symbol.asyncDispose]() {
          await database[Symbol.asyncDispose]()
          await place[Symbol.asyncDispose]()
        },
      }
    },
  ])

/** The stores, with a record of existing and called methods. */
function watch(tx: Transaction, names: Map<string, string[]>, called: Set<string>): Transaction {
  const watched = Object.entries(tx).map(([store, methods]) => {
    names.set(store, Object.keys(methods))
    const noted = Object.entries(methods).map(([method, call]) => [
      method,
      (...input: unknown[]) => {
        called.add(`${store}.${method}`)
        return (call as (...input: unknown[]) => unknown)(...input)
      },
    ])
    return [store, Object.fromEntries(noted)]
  })
  return Object.fromEntries(watched)
}

/** A group before its owner's change. */
export const aLastApproved: LastApproved = {
  ...textsOf({ title: 'Stool', description: 'Oak' }),
  year: 2023,
  display_in_workshop: true,
  platformIds: [2],
  images: [{ imageId: 1, imageDescription: 'Front' }],
}

/** A group as an upload makes it. */
export const aGroup = (fields: Partial<Group> = {}): Group => ({
  groupId: randomUUID(),
  ...textsOf({ name: 'Ada' }),
  year: 2024,
  uploadDate: '2024-05-01T10:00:00.000Z',
  captureDate: null,
  isApproved: false,
  firstApprovedAt: null,
  changesSinceApproval: [],
  lastApproved: null,
  displayInWorkshop: true,
  consentTimestamp: '2024-05-01T10:00:00.000Z',
  workshopRevokedTimestamp: null,
  managementToken: randomUUID(),
  contentRevision: '1',
  moderationNote: null,
  exhibitionId: 1,
  staffName: null,
  isExhibitionEnded: false,
  ...fields,
})

/** An image of a group, as an upload makes it. */
export function anImage(groupId: string, fields: Partial<Image> = {}): Omit<Image, 'id'> {
  const name = randomUUID()
  return {
    groupId,
    fileName: fields.fileName ?? `${name}.png`,
    storedName: fields.fileName ?? `${name}.png`,
    originalName: 'photo.png',
    previewName: fields.previewName ?? `${name}.jpg`,
    storedPreviewName: fields.previewName ?? `${name}.jpg`,
    fileSize: 1_000,
    mimeType: 'image/png',
    width: 40,
    height: 30,
    uploadOrder: 1,
    imageDescription: null,
    publishedDescription: null,
    altText: null,
    publishedAltText: null,
    hiddenReason: null,
    moderationNote: null,
    exifDateTaken: null,
    exifCameraModel: null,
    exifLocation: null,
    imageAnalysis: null,
    ...fields,
  }
}
