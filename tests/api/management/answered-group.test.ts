import { describe, expect, it } from 'vitest'
import { atLeast } from '#tests/support/at-least.ts'
import { makeImage } from '#tests/support/images/make-image.ts'
import { descriptions, managedService } from './managed-service.ts'

const service = managedService()

describe('the answer to a change', () => {
  const changes: [string, () => Promise<{ status: number; body: { group: unknown } }>][] = [
    ['changeConsent', () => service.own.owner.send('PUT', '/consents', { consentType: 'workshop', action: 'revoke' })],
    [
      'updateImageDescriptions',
      () => {
        const [first] = atLeast(1, service.own.imageIds)
        return service.own.owner.send('PUT', '/images/descriptions', descriptions([first, 'New']))
      },
    ],
    ['updateMetadata', () => service.own.owner.send('PUT', '/metadata', { title: 'New' })],
    ['addImages', async () => service.own.owner.add(await makeImage())],
    ['deleteManagedImage', () => service.own.owner.send('DELETE', `/images/${service.own.imageIds[0]}`)],
    [
      'reorderManagedImages',
      () => service.own.owner.send('PUT', '/reorder', { imageIds: service.own.imageIds.toReversed() }),
    ],
  ]

  it.each(changes)('of %s has the group as getManagedGroup returns it', async (_name, change) => {
    const before = (await service.own.owner.view()).body.data
    const { status, body } = await change()
    expect(status).toBe(200)
    expect(body.group).toEqual((await service.own.owner.view()).body.data)
    expect(body.group).not.toEqual(before)
  })
})
