import { describe, expect, inject, it } from 'vitest'
import { jsonFiles, writeGroupsJson } from '#tests/support/installations/archive-files.ts'
import { startApp } from '#tests/support/start-app.ts'
import { migratingService, sparse } from './migrating-service.ts'

const service = migratingService()

describe.runIf(inject('engine') === 'postgres')('on two replicas', () => {
  it('the migration happens once', async () => {
    const groups = Array.from({ length: 500 }, (_, n) => ({
      ...sparse,
      groupId: `g${n}`,
      images: [{ fileName: `${n}.jpg` }],
    }))
    await writeGroupsJson(service.dataDir, { groups })
    const first = await service.start()
    const second = await startApp({ dataDir: service.dataDir })
    try {
      const answers = await Promise.all([first, second, first, second].map((each) => each.fetch('/api/groups')))
      expect(answers.map((answer) => answer.status)).toEqual([200, 200, 200, 200])
      expect(`${first.logged()}${second.logged()}`.match(/"migrated groups.json/g)).toHaveLength(1)
      expect(await jsonFiles(service.dataDir)).toHaveLength(1)
      expect((await second.app.deps.database.images.after(0, 1_000)).length).toBe(500)
    } finally {
      await second.stop()
    }
  })
})
