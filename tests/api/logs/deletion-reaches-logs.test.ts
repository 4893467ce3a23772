import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { loginAsAdmin, type Session } from '#tests/support/admin.ts'
import { ask } from '#tests/support/ask.ts'
import { ownGroup } from '#tests/support/manage.ts'
import { startApp, type TestApp } from '#tests/support/start-app.ts'

let app: TestApp
let admin: Session
beforeAll(async () => {
  const messenger = { MESSENGER_BOT_TOKEN: '1:token', MESSENGER_CHAT_ID: '1', MESSENGER_API_ROOT: 'http://127.0.0.1:9' }
  app = await startApp({ env: { MANAGEMENT_RATE_LIMIT: '1000', ...messenger } })
  admin = await loginAsAdmin(app)
})
afterAll(() => app[Symbol.asyncDispose]())

const secret = 'Ayşe Yılmaz'

describe('a deleted group (D48)', () => {
  it('leaves no texts in the audit log; its entries and field names stay', async () => {
    const { owner, groupId, imageIds } = await ownGroup(app)
    await owner.send('PUT', '/metadata', { title: `by ${secret}`, description: secret })
    const descriptions = [{ imageId: imageIds[0], description: secret }]
    await owner.send('PUT', '/images/descriptions', { descriptions })
    await owner.send('PUT', '/metadata', { title: secret.repeat(100) })
    await owner.add(Buffer.from('no image'))
    const before = (await ask(admin, 'listGroupAuditLog', { params: { groupId } })).logs
    expect(JSON.stringify(before)).toContain(secret)
    await owner.send('DELETE')
    const { logs } = await ask(admin, 'listGroupAuditLog', { params: { groupId } })
    expect(logs).toHaveLength(before.length + 1)
    expect(JSON.stringify(logs)).not.toMatch(/Ayşe|added-1/)
    const metadata = logs.findLast(({ action }) => action === 'update_metadata')
    expect(metadata?.request_data).toEqual({ title: null, description: null })
    const described = logs.find(({ action }) => action === 'update_descriptions')
    expect(described?.request_data).toEqual({ descriptions: [{ imageId: imageIds[0], description: null }] })
  })

  it('still says which consents were withdrawn', async () => {
    const { owner, groupId } = await ownGroup(app)
    const workshop = { consentType: 'workshop', action: 'revoke' }
    await owner.send('PUT', '/consents', workshop)
    await owner.send('PUT', '/consents', { consentType: secret, action: secret, title: 'workshop', constructor: 'x' })
    await owner.send('DELETE')
    const { logs } = await ask(admin, 'listGroupAuditLog', { params: { groupId } })
    const changes = logs.filter(({ action }) => action === 'revoke_consent').map(({ request_data }) => request_data)
    expect(changes).toContainEqual(workshop)
    expect(JSON.stringify(logs)).not.toContain('Ayşe')
    expect(JSON.stringify(logs)).not.toContain('"title":"workshop"')
  })

  it('leaves no texts of a parallel request', async () => {
    const { owner, groupId } = await ownGroup(app)
    const [change] = await Promise.all([owner.send('PUT', '/metadata', { title: secret }), owner.send('DELETE')])
    expect([200, 404]).toContain(change.status)
    const { logs } = await ask(admin, 'listGroupAuditLog', { params: { groupId } })
    expect(JSON.stringify(logs)).not.toContain('Ayşe')
  })

  it('leaves no pending notification except that of the deletion', async () => {
    const { owner, groupId } = await ownGroup(app, { parts: { metadata: { name: secret } } })
    await owner.send('PUT', '/consents', { consentType: 'workshop', action: 'revoke' })
    await owner.send('DELETE')
    const kinds: string[] = []
    await app.app.deps.database.transaction(async (tx) => {
      for (let now = '9999'; ; ) {
        const queued = await tx.notifications.next('chat', now)
        if (queued === undefined) return
        if (queued.groupId === groupId) kinds.push(queued.kind)
        await tx.notifications.remove(queued.id)
      }
    })
    expect(kinds).toEqual(['group_deleted'])
  })
})
