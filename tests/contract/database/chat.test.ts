import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { ChatMessage, NewChatPhoto } from '#server/ports/notifications/chat-store.ts'
import { aGroup, anImage, type TestDatabase, testDatabases } from '#tests/support/test-database.ts'

const time = '2026-11-24T10:00:00.000Z'

describe.each(await testDatabases())('the chat on %s', (_engine, open) => {
  let rows: TestDatabase
  beforeAll(async () => {
    rows = await open()
  })
  afterAll(async () => {
    expect(rows.untried('chat')).toEqual([])
    await rows[Symbol.asyncDispose]()
  })

  it('binds one chat user to one account', async () => {
    const bind = (userId: number, chatUserId: string) =>
      rows.write((tx) => tx.chat.bind({ userId, chatUserId, name: 'Ada', boundAt: time }))
    await bind(1, '11')
    await bind(2, '22')
    await bind(1, '22')
    expect(await rows.write((tx) => tx.chat.bindingOf('11'))).toBeUndefined()
    expect(await rows.write((tx) => tx.chat.bindingOf('22'))).toMatchObject({ userId: 1, boundAt: time })
    expect(await rows.write((tx) => tx.chat.bindingOfUser(2))).toBeUndefined()
    expect(await rows.write((tx) => tx.chat.unbind(2))).toBe(false)
    expect(await rows.write((tx) => tx.chat.unbind(1))).toBe(true)
    await bind(3, '33')
    await rows.write((tx) => tx.chat.unbindAll())
    expect(await rows.database.chat.bindingOfUser(3)).toBeUndefined()
  })

  it('keeps messages until their group is gone', async () => {
    const group = aGroup()
    await rows.write((tx) => tx.groups.insert(group))
    const seen = { revision: 'r', isApproved: false, images: [1, 2], texts: 't', captions: 'c', decisions: 'd' }
    const message = (messageKey: string): Pick<ChatMessage, 'messageKey' | 'groupId' | 'seen'> => ({
      messageKey,
      groupId: group.groupId,
      seen,
    })
    await rows.write((tx) => tx.chat.addMessage(message('one')))
    const find = () => rows.write((tx) => tx.chat.findMessage('one'))
    expect(await find()).toEqual({ ...message('one'), outcome: null, decidedBy: null })
    await rows.write((tx) => tx.chat.closeMessage('one', { outcome: 'hidden', decidedBy: 'ada' }))
    expect(await find()).toMatchObject({ outcome: 'hidden', decidedBy: 'ada' })
    await rows.write((tx) => tx.groups.remove(group.groupId))
    await rows.write((tx) => tx.chat.addMessage(message('two')))
    expect(await find()).toBeUndefined()
  })

  it('knows which photos are no longer served as they were sent', async () => {
    const group = aGroup()
    const images = await rows.write(async (tx) => {
      await tx.groups.insert(group)
      await tx.images.insert([anImage(group.groupId, { uploadOrder: 1 }), anImage(group.groupId, { uploadOrder: 2 })])
      return tx.images.ofGroup(group.groupId)
    })
    const photos: NewChatPhoto[] = images.map(({ id, previewName }) => ({ chatId: '-1', previewName, imageId: id }))
    await rows.write((tx) => tx.chat.tryPhotos(photos))
    await rows.write((tx) => tx.chat.tryPhotos(photos))
    await rows.write((tx) => tx.chat.photosAnswered(photos, [7, 8]))
    expect(await rows.write((tx) => tx.chat.withdrawnPhotos(10))).toEqual([])
    const [first, second] = images
    if (!first || !second) throw new Error('Two images were added')
    await rows.write((tx) => tx.images.setHidden(first, { hiddenReason: 'moderator', moderationNote: null }))
    const names = { fileName: 'new.jpg', previewName: 'new.jpg' }
    await rows.write((tx) => tx.images.rename(group.groupId, new Map([[second.id, names]])))
    expect(await rows.database.chat.withdrawnPhotos(10)).toEqual([
      { ...photos[0], messageId: 7, unanswered: 1 },
      { ...photos[1], messageId: 8, unanswered: 1 },
    ])
    await rows.write((tx) => tx.chat.removePhotos(photos))
    expect(await rows.database.chat.withdrawnPhotos(10)).toEqual([])
  })
})
