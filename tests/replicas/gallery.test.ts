import { describe, expect, it } from 'vitest'
import { loginAsAdmin } from '#tests/support/admin.ts'
import { hangOnWeb, openGallery, photosOf, website } from '#tests/support/gallery.ts'
import { owner } from '#tests/support/manage.ts'
import { sharedPlaces, startReplicas } from '#tests/support/servers/replicas.ts'

describe.each(await sharedPlaces())('the gallery with two replicas on a shared %s', (place) => {
  it('ends the addresses of a withdrawn photo at the other replica at once', async () => {
    await using replicas = await startReplicas(place)
    const { first, second } = replicas
    await openGallery(await loginAsAdmin(first))
    const { groupId, managementToken } = await hangOnWeb(first)
    await expect.poll(async () => (await second.fetch('/api/gallery/main')).status).toBe(200)
    const paths = await photosOf(second, groupId)
    const statuses = async () => Promise.all(paths.map(async (path) => (await second.fetch(path)).status))
    expect(await statuses()).toEqual([200, 200, 200])
    const consents = { consentType: 'platform', action: 'revoke', platformId: website }
    await owner(first, managementToken).send('PUT', '/consents', consents)
    expect(await statuses()).toEqual([404, 404, 404])
    expect(await photosOf(second, groupId)).toEqual([])
  })
})
