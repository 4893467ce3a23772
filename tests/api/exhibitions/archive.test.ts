import { parse } from 'csv-parse/sync'
import { describe, expect, it } from 'vitest'
import { adminService } from '#tests/support/admin-service.ts'
import { ask } from '#tests/support/ask.ts'
import { changeAsOwner } from '#tests/support/consents.ts'
import { addExhibition, changeExhibition } from '#tests/support/exhibitions.ts'
import { threeImages, type UploadedGroup, uploadGroup } from '#tests/support/upload.ts'
import { zipEntries } from '#tests/support/zip-entries.ts'

const service = adminService()

const rowsOf = (csv: Buffer | undefined) => parse(csv ?? '', { bom: true, columns: true }) as Record<string, string>[]

describe('downloadExhibitionArchive (D85)', () => {
  async function upload(exhibition: string): Promise<UploadedGroup> {
    const { files } = await threeImages()
    const group = await uploadGroup(service.app, { ...(files && { files }), parts: { exhibition } })
    await service.approve(group.groupId)
    return group
  }

  it('has the approved photos with consent to the display, also after the end, and nothing else', async () => {
    const { id, slug } = await addExhibition(service.admin, { accessCode: 'SPRING26' })
    await changeExhibition(service.admin, id, { accessCode: null })
    const [shown, withdrawn, waiting] = [await upload(slug), await upload(slug), await upload(slug)]
    const elsewhere = await upload('main')
    await changeAsOwner(service, { groupId: withdrawn.groupId, action: 'revoke', platformId: null })
    await service.approve(waiting.groupId, { approved: false })
    const params = { groupId: shown.groupId, imageId: String(shown.images[1]?.id) }
    await ask(service.admin, 'editImage', { params, json: { hidden: true } })
    await changeExhibition(service.admin, id, { accessCode: 'SPRING26', endsAt: '2020-05-01T10:00:00.000Z' })

    const response = await service.admin.fetch(`/api/admin/exhibitions/${id}/archive`)
    expect(response.headers.get('content-type')).toBe('application/zip')
    const entries = zipEntries(Buffer.from(await response.arrayBuffer()))
    const photos = rowsOf(entries.get('captions.csv'))
    expect(photos.map(({ groupId, file }) => [groupId, /_0\d\./.exec(file ?? '')?.[0]])).toEqual([
      [shown.groupId, '_01.'],
      [shown.groupId, '_03.'],
    ])
    const texts = ['captions.csv', 'consents.csv', 'exhibition.json']
    expect([...entries.keys()].toSorted()).toEqual([...texts, ...photos.map(({ file }) => file)].toSorted())
    expect(rowsOf(entries.get('consents.csv')).map(({ groupId }) => groupId)).toEqual([shown.groupId])
    const described = String(entries.get('exhibition.json'))
    expect(JSON.parse(described)).toMatchObject({ slug, endsAt: '2020-05-01T10:00:00.000Z' })
    expect(described).not.toContain('SPRING26')
    expect([...entries.values()].join()).not.toContain(elsewhere.groupId)
  })
})
