import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach } from 'vitest'
import { loginAsAdmin } from '#tests/support/admin.ts'
import { type AnswerTo, ask, type ReplyTo, send } from '#tests/support/ask.ts'
import { present } from '#tests/support/at-least.ts'
import { type StartOptions, startApp, type TestApp } from '#tests/support/start-app.ts'

export const token = '3f0c9a4e-7d2b-4c1a-9e5f-1a2b3c4d5e6f'
/** A group with all fields of D35. */
export const full = {
  groupId: 'full',
  name: 'Ada',
  title: 'Fair',
  description: 'All day\nlong 🎈',
  year: 1999,
  uploadDate: '2024-05-01T10:00:00.123Z',
  isApproved: true,
  display_in_workshop: true,
  consent_timestamp: '2024-05-01T10:00:00.100Z',
  management_token: token,
  images: [
    {
      fileName: 'second.png',
      originalName: 'Übersicht.PNG',
      filePath: '/upload/second.png',
      previewPath: '/previews/second-preview.jpg',
      upload_order: 2,
      image_description: 'The second',
    },
    { fileName: 'first.jpg', upload_order: 1 },
  ],
  socialMediaConsents: [
    {
      platformId: 1,
      platformName: 'facebook',
      consented: true,
      consent_timestamp: '2024-05-01T10:00:00.100Z',
      revoked: false,
      revoked_timestamp: null,
    },
    {
      platformId: 2,
      platformName: 'instagram',
      consented: true,
      consent_timestamp: '2024-05-01T10:00:00.100Z',
      revoked: true,
      revoked_timestamp: '2024-06-01T00:00:00.000Z',
    },
  ],
}
export const sparse = { groupId: 'sparse', uploadDate: '2023-12-31T23:30:00Z', images: [{ fileName: 'only.webp' }] }

export interface MigratingService {
  /** A new folder for each test. */
  readonly dataDir: string
  /** The service started by the test. */
  readonly app: TestApp
  start(options?: StartOptions): Promise<TestApp>
  feed(): Promise<AnswerTo<'listGroups'>>
  health(): Promise<AnswerTo<'getMigrationHealth'>>
  status(): Promise<ReplyTo<'getMigrationStatus'>>
  migrate(): Promise<AnswerTo<'migrateStorage'>>
  rollback(): Promise<AnswerTo<'rollbackStorage'>>
  statusOf(path: string): Promise<number>
}

/** A data folder for `groups.json` and a service that each test starts on it. */
export function migratingService(): MigratingService {
  let dataDir: string
  let app: TestApp | undefined
  beforeEach(async () => {
    dataDir = await mkdtemp(join(tmpdir(), 'werkschau-migration-'))
  })
  afterEach(async () => {
    await app?.[Symbol.asyncDispose]()
    app = undefined
    await rm(dataDir, { recursive: true, force: true })
  })
  const running = () => present(app)
  return {
    get dataDir() {
      return dataDir
    },
    get app() {
      return running()
    },
    async start(options = {}) {
      app = await startApp({ dataDir, ...options })
      return app
    },
    feed: () => send(running(), 'listGroups'),
    health: () => send(running(), 'getMigrationHealth'),
    status: () => ask(running(), 'getMigrationStatus'),
    migrate: async () => send(await loginAsAdmin(running()), 'migrateStorage'),
    rollback: async () => send(await loginAsAdmin(running()), 'rollbackStorage'),
    async statusOf(path) {
      const response = await running().fetch(path)
      await response.arrayBuffer()
      return response.status
    },
  }
}
