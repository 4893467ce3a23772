import { appendFile, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { AppError } from '#server/domain/errors.ts'
import { readImageFacts } from '#server/groups/receiving/read-image-facts.ts'
import type { Previewer } from '#server/ports/previewer.ts'
import { present } from '#tests/support/at-least.ts'
import { ownGroup } from '#tests/support/manage.ts'
import { bucketVariables, newBucket } from '#tests/support/servers/buckets.ts'
import { sharedService } from '#tests/support/servers/shared-service.ts'
import { startApp } from '#tests/support/start-app.ts'

const s3 = await sharedService('s3')
const places: [string, () => Promise<Record<string, string>>][] = [['disk', async () => ({})]]
if (s3) places.push(['bucket', async () => bucketVariables(await newBucket(s3))])

describe.each(places)('an edit of a file on a %s during its deletion', (_place, variables) => {
  it.each([
    ['the facts are read', undefined],
    ['the image is damaged', new AppError('DAMAGED_IMAGE', 'The image is damaged')],
  ])('leaves no bytes behind when %s', async (_what, refusal) => {
    const dataDir = await mkdtemp(join(tmpdir(), 'werkschau-edit-'))
    try {
      await using app = await startApp({ dataDir, env: await variables() })
      const { deps } = app.app
      const own = await ownGroup(app, { images: 1 })
      const image = present((await deps.database.images.ofGroup(own.groupId))[0])
      const readFacts: Previewer['readFacts'] = async (path, options) => {
        const facts = await deps.previewer.readFacts(path, options)
        expect((await own.owner.send('DELETE')).status).toBe(200)
        await appendFile(path, 'changed')
        if (refusal) throw refusal
        return facts
      }
      await readImageFacts({ ...deps, previewer: { ...deps.previewer, readFacts } }, image)
      expect(await deps.files.open('original', image.storedName)).toBeUndefined()
      expect(await deps.files.open('preview', image.storedPreviewName)).toBeUndefined()
      expect(await deps.database.fileRemovals.planned(10)).toEqual([])
    } finally {
      await rm(dataDir, { recursive: true, force: true })
    }
  })
})
