import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { adminCredentials, login, loginAsAdmin, type Session } from '#tests/support/admin.ts'
import { ask, send } from '#tests/support/ask.ts'
import { addExhibition, changeExhibition } from '#tests/support/exhibitions.ts'
import { type FakeClock, fakeClock } from '#tests/support/fake-clock.ts'
import { owner } from '#tests/support/manage.ts'
import { type BotApi, startBotApi } from '#tests/support/servers/bot-api.ts'
import { startApp, type TestApp } from '#tests/support/start-app.ts'
import { threeImages, uploadGroup } from '#tests/support/upload.ts'
import { announced, answerTo, bind, chatId, follow, lastMessage, press, pressOf, say, withdrawPhotos } from './chat.ts'
import { deliver } from './messenger-service.ts'

let bot: BotApi
let app: TestApp
let clock: FakeClock
let admin: Session
let following: ReturnType<typeof follow> | undefined

const env = () => ({
  ...bot.env,
  MESSENGER_LANGUAGE: 'en',
  ADMIN_URL: 'https://photos.example',
  UPLOAD_RATE_LIMIT: '1000',
  MANAGEMENT_RATE_LIMIT: '1000',
  TRUST_PROXY_HOPS: '1',
  LOG_LEVEL: 'trace',
})
const set = (json: object) => ask(admin, 'updateSettings', { json })
const ada = 11
const stranger = 99
const title = (text: string) => ({ parts: { metadata: { title: text } } })
const groupNow = (groupId: string) => ask(admin, 'getAdminGroup', { params: { groupId } })
const auditOf = async (groupId: string) =>
  (await ask(admin, 'listAdminAudit')).entries.filter(({ target_id: id }) => id === groupId)
const edits = () => bot.done('editMessageText')
const isHidden = async (groupId: string) => (await groupNow(groupId)).images.map(({ hidden }) => hidden)

const credentials = (username: string) => ({ username, password: adminCredentials.password })
async function newModerator(username: string): Promise<Session> {
  await ask(admin, 'createUser', { json: { ...credentials(username), role: 'moderator' } })
  return login(app, credentials(username))
}

beforeAll(async () => {
  bot = await startBotApi()
  clock = fakeClock('2026-11-24T10:00:00.000Z')
  app = await startApp({ env: env(), overrides: { clock } })
  admin = await loginAsAdmin(app)
  await set({ chatModeration: true })
  following = follow(app)
  await bind(bot, admin, ada)
})
afterAll(async () => {
  await following?.[Symbol.asyncDispose]()
  expect(app.logged()).not.toContain('secret_of-the-tests')
  await app[Symbol.asyncDispose]()
  await bot[Symbol.asyncDispose]()
})
afterEach(() => {
  bot.refuse = () => undefined
  bot.refuseCall = () => undefined
})

describe('the message about a new group (D92)', () => {
  it('has three buttons, of which one leads to the page of the group', async () => {
    const { groupId, message } = await announced(app, bot, title('Buttons'))
    expect(Object.keys(message.buttons)).toEqual(['Approve', 'Hide', 'Open'])
    expect(message.buttons.Open).toBe(`https://photos.example/admin/moderation/${groupId}`)
    expect(message.text).toContain('Title: Buttons')
  })

  it('comes without the button that the API refuses, rather than not at all', async () => {
    bot.refuse = ({ reply_markup: markup }) =>
      JSON.stringify(markup).includes('url')
        ? { error_code: 400, description: 'Bad Request: BUTTON_URL_INVALID' }
        : undefined
    const { message } = await announced(app, bot)
    expect(Object.keys(message.buttons)).toEqual(['Approve', 'Hide'])
  })

  it('has none where nothing is decided from the chat, nor about other news', async () => {
    await set({ chatModeration: false })
    await uploadGroup(app, title('Plain'))
    await deliver(app)
    expect(bot.messages.at(-1)).toMatchObject({ text: expect.stringContaining('Plain') })
    expect(bot.messages.at(-1)).not.toHaveProperty('reply_markup')
    await expect.poll(bot.isPolled).toBe(false)
    const calls = bot.calls()
    await sleep(200)
    expect(bot.calls()).toBe(calls)
    await set({ chatModeration: true })
    await expect.poll(bot.isPolled).toBe(true)
  })
})

describe('a decision', () => {
  it('approves as the page does: public, logged with its source, said in the chat, without buttons', async () => {
    const { groupId, message } = await announced(app, bot, title('Good'))
    expect(await press(bot, message, 'Approve', ada)).toBe('Approved by admin')
    expect((await ask(app, 'getGroup', { params: { groupId } })).groupId).toBe(groupId)
    const [entry] = await auditOf(groupId)
    expect(entry).toMatchObject({ action: 'approve_group', actor_name: 'admin', details: { source: 'chat' } })
    await deliver(app)
    const { payload } = edits().at(-1) ?? {}
    expect(payload).toMatchObject({ message_id: message.messageId, chat_id: String(chatId) })
    expect(payload?.text).toMatch(/Title: Good[\s\S]*\n\nApproved by admin, 24 Nov 2026, 11:00$/)
    expect(payload).not.toHaveProperty('reply_markup')
  })

  it('hides every photo of a group that waits, so that a later approval shows none', async () => {
    const { groupId, message } = await announced(app, bot, await threeImages())
    expect(await press(bot, message, 'Hide', ada)).toBe('Hidden by admin')
    expect(await isHidden(groupId)).toEqual([true, true, true])
    await ask(admin, 'approveGroup', { params: { groupId }, json: { approved: true } })
    expect((await send(app, 'getGroup', { params: { groupId } })).status).toBe(404)
    expect((await auditOf(groupId)).at(-1)).toMatchObject({ action: 'hide_group', details: { source: 'chat' } })
  })

  it('is not for an account of other exhibitions, for which the group does not exist (D84)', async () => {
    const { id } = await addExhibition(admin, { slug: 'class', name: 'Class' })
    const account = { ...credentials('limited'), role: 'moderator' }
    const { user } = await ask(admin, 'createUser', { json: account })
    await ask(admin, 'updateUser', { params: { id: user.id }, json: { exhibitionIds: [id] } })
    await bind(bot, await login(app, credentials('limited')), 33)
    const { groupId, message } = await announced(app, bot, title('Of main'))
    for (const button of ['Approve', 'Hide']) {
      expect(await press(bot, message, button, 33)).toBe('This group no longer exists')
    }
    expect([(await groupNow(groupId)).isApproved, await isHidden(groupId)]).toEqual([false, [false]])
    expect(await press(bot, message, 'Approve', ada)).toBe('Approved by admin')
  })

  it('twice is one, whoever presses again', async () => {
    const { groupId, message } = await announced(app, bot)
    const two = [pressOf(message, 'Approve', ada), pressOf(message, 'Hide', ada)]
    for (const update of two) bot.report(update)
    const answers = await Promise.all(two.map(({ callback_query: { id } }) => answerTo(bot, id)))
    expect(answers).toEqual(['Approved by admin', 'Already decided: Approved by admin'])
    expect(await isHidden(groupId)).toEqual([false])
    expect(await auditOf(groupId)).toHaveLength(1)
  })

  it('is one when its update is repeated', async () => {
    const { groupId, message } = await announced(app, bot)
    await press(bot, message, 'Approve', ada)
    await ask(admin, 'approveGroup', { params: { groupId }, json: { approved: false } })
    const answered = bot.done('answerCallbackQuery').length
    bot.repeat()
    const { message: other } = await announced(app, bot)
    await press(bot, other, 'Approve', ada)
    expect(bot.done('answerCallbackQuery')).toHaveLength(answered + 1)
    expect((await groupNow(groupId)).isApproved).toBe(false)
  })

  it('is refused for a changed group, says what changed, and a new message takes its place', async () => {
    const { group, groupId, message } = await announced(app, bot, title('Before'))
    await owner(app, group.managementToken).send('PUT', '/metadata', { title: 'After' })
    const answer = await press(bot, message, 'Approve', ada)
    expect(answer).toBe('Changed since this message, nothing was decided: texts')
    expect((await groupNow(groupId)).isApproved).toBe(false)
    await deliver(app)
    expect(edits().at(-1)?.payload.text).toContain('nothing was decided: texts')
    const newer = lastMessage(bot)
    expect(newer.text).toContain('Title: After')
    expect(await press(bot, message, 'Approve', ada)).toBe('There is a newer message about it.')
    expect(await press(bot, newer, 'Approve', ada)).toBe('Approved by admin')
  })

  it('comes too late after one on the page, and says so', async () => {
    const { groupId, message } = await announced(app, bot)
    await ask(admin, 'approveGroup', { params: { groupId }, json: { approved: true } })
    expect(await press(bot, message, 'Hide', ada)).toBe('Already decided: Approved')
    expect(await isHidden(groupId)).toEqual([false])
  })

  it.each([
    ['withdrawn the approval', [{ approved: true }, { approved: false, moderationNote: 'A face' }]],
    ['withdrawn it within ten minutes', [{ approved: true }, { approved: false }]],
    ['told the owner what is in the way', [{ approved: false, moderationNote: 'A face' }]],
  ])('is refused where the page has %s since; a new message takes its place', async (_, decisions) => {
    const { groupId, message } = await announced(app, bot)
    for (const json of decisions) await ask(admin, 'approveGroup', { params: { groupId }, json })
    const { moderationNote } = await groupNow(groupId)
    expect(await press(bot, message, 'Approve', ada)).toBe('Changed since this message, nothing was decided')
    expect(await groupNow(groupId)).toMatchObject({ isApproved: false, moderationNote })
    await deliver(app)
    expect(await press(bot, lastMessage(bot), 'Approve', ada)).toBe('Approved by admin')
  })

  it('is refused for a group that was moved to another exhibition since', async () => {
    const { id } = await addExhibition(admin, { slug: 'other', name: 'Other' })
    const { groupId, message } = await announced(app, bot)
    await ask(admin, 'moveGroups', { params: { id }, json: { groupIds: [groupId] } })
    expect(await press(bot, message, 'Approve', ada)).toBe('Changed since this message, nothing was decided')
    expect((await groupNow(groupId)).isApproved).toBe(false)
  })

  it('about a group that is gone says so', async () => {
    const { groupId, message } = await announced(app, bot)
    await ask(admin, 'deleteGroup', { params: { groupId } })
    expect(await press(bot, message, 'Approve', ada)).toBe('This group no longer exists')
    await deliver(app)
    expect(edits().at(-1)?.payload.message_id).toBe(message.messageId)
    expect(String(edits().at(-1)?.payload.text)).toMatch(/^This group no longer exists[^\n]*$/)
  })

  it('shows no photo that an open removal request for a child keeps hidden (D94)', async () => {
    const { group, groupId, message } = await announced(app, bot, await threeImages())
    const json = { reason: 'my_child', imageId: group.images[0]?.id }
    await ask(app, 'createRemovalRequest', { json, headers: { 'x-forwarded-for': '198.51.100.77' } })
    expect(await press(bot, message, 'Approve', ada)).toBe('Approved by admin. One photo stays hidden.')
    expect((await ask(app, 'getGroup', { params: { groupId } })).images).toHaveLength(2)
  })
})

describe('who decides', () => {
  it('is not a stranger, who gets an answer and changes nothing', async () => {
    const { groupId, message } = await announced(app, bot)
    expect(await press(bot, message, 'Approve', stranger)).toContain('isn’t connected to an account')
    expect((await groupNow(groupId)).isApproved).toBe(false)
    expect(await auditOf(groupId)).toEqual([])
  })

  it('is nobody in another chat, where the bot is silent', async () => {
    const { groupId, message } = await announced(app, bot)
    const elsewhere = pressOf(message, 'Approve', ada, { id: -5, type: 'group' })
    const said = bot.messages.length
    bot.report(elsewhere)
    bot.report({ message: { message_id: 1, chat: { id: -5, type: 'group' }, from: { id: stranger }, text: 'hello' } })
    bot.report({
      message: { message_id: 2, chat: { id: chatId, type: 'supergroup' }, from: { id: ada }, text: 'hello' },
    })
    await press(bot, message, 'Approve', stranger)
    expect(bot.done('answerCallbackQuery').map(({ payload }) => payload.callback_query_id)).not.toContain(
      elsewhere.callback_query.id,
    )
    expect(bot.messages).toHaveLength(said)
    expect((await groupNow(groupId)).isApproved).toBe(false)
  })

  it.each([
    ['disabled', { disabled: true }, { disabled: false }],
    ['demoted below moderator', { role: 'auditor' }, { role: 'moderator' }],
  ])('is no longer an account that was %s, also when that is taken back', async (name, json, back) => {
    const username = name.slice(0, 8)
    const session = await newModerator(username)
    await bind(bot, session, 21)
    const { message } = await announced(app, bot)
    const params = { id: session.user.id }
    await ask(admin, 'updateUser', { params, json })
    expect(await press(bot, message, 'Approve', 21)).toContain('isn’t connected')
    await ask(admin, 'updateUser', { params, json: back })
    const again = await login(app, credentials(username))
    expect((await ask(again, 'getChatBinding')).binding).toBeNull()
    expect(await press(bot, message, 'Approve', 21)).toContain('isn’t connected')
  })

  it('is no account that lacks the second factor that is asked for, or has got a new password from an admin', async () => {
    const session = await newModerator('ben')
    await bind(bot, session, 31)
    const { message } = await announced(app, bot)
    const factor = { userId: admin.user.id, name: 'app', sealedSecret: '', confirmed: true, lastStep: 0, createdAt: '' }
    await app.app.deps.database.transaction((tx) => tx.secondFactors.addTotp(factor))
    await set({ secondFactor: 'all' })
    expect(await press(bot, message, 'Approve', 31)).toContain('can’t decide anything right now')
    await set({ secondFactor: 'optional' })
    const params = { id: session.user.id }
    await ask(admin, 'updateUser', { params, json: { password: 'given by the admin' } })
    expect(await press(bot, message, 'Approve', 31)).toContain('isn’t connected')
  })
})

describe('photos in the chat', () => {
  beforeAll(() => set({ chatPhotos: true }))
  afterAll(() => set({ chatPhotos: false }))
  const albums = () => [...bot.done('sendPhoto'), ...bot.done('sendMediaGroup')]
  const deleted = () => bot.done('deleteMessage').map(({ payload }) => payload.message_id)

  it('answer the message as one album of previews', async () => {
    const { message } = await announced(app, bot, await threeImages())
    const [album] = bot.done('sendMediaGroup').slice(-1)
    expect(album?.files).toHaveLength(3)
    expect(album?.payload.reply_parameters).toMatchObject({ message_id: message.messageId })
    await announced(app, bot)
    expect(bot.done('sendPhoto').at(-1)?.files).toHaveLength(1)
  })

  it('leave the chat when they are hidden, deleted, unapproved or the consent is withdrawn', async () => {
    const ways: ((group: Awaited<ReturnType<typeof uploadGroup>>) => Promise<unknown>)[] = [
      ({ groupId, images }) =>
        ask(admin, 'editImage', { params: { groupId, imageId: images[0]?.id ?? 0 }, json: { hidden: true } }),
      ({ managementToken }) => owner(app, managementToken).send('DELETE'),
      ({ managementToken }) =>
        owner(app, managementToken).send('PUT', '/consents', { consentType: 'workshop', action: 'revoke' }),
      async ({ groupId }) => {
        for (const approved of [true, false])
          await ask(admin, 'approveGroup', { params: { groupId }, json: { approved } })
      },
    ]
    for (const withdraw of ways) {
      const { group } = await announced(app, bot)
      const sent = albums().at(-1) === undefined ? 0 : bot.done('sendPhoto').at(-1)?.messageId
      await withdrawPhotos(app)
      expect(deleted()).not.toContain(sent)
      const answer = await withdraw(group)
      expect(answer, withdraw.toString()).not.toMatchObject({ body: { success: false } })
      await withdrawPhotos(app)
      expect(deleted(), withdraw.toString()).toContain(sent)
    }
  })

  it('are not sent when they are withdrawn while they are read', async () => {
    const { files } = app.app.deps
    const { groupId, images } = await uploadGroup(app)
    const before = albums().length
    const open = files.open.bind(files)
    const opened = vi.spyOn(files, 'open').mockImplementation(async (...wanted) => {
      opened.mockRestore()
      const file = await open(...wanted)
      await ask(admin, 'editImage', { params: { groupId, imageId: images[0]?.id ?? 0 }, json: { hidden: true } })
      return file
    })
    await deliver(app)
    expect(await isHidden(groupId)).toEqual([true])
    expect(albums()).toHaveLength(before)
  })

  it('are not sent once their exhibition has ended (D82)', async () => {
    const { id, slug } = await addExhibition(admin, { slug: 'evening', name: 'Evening' })
    await uploadGroup(app, { parts: { exhibition: slug } })
    await changeExhibition(admin, id, { endsAt: clock.now().toISOString() })
    const before = albums().length
    await deliver(app)
    expect(albums()).toHaveLength(before)
  })

  it('stay while the group is approved', async () => {
    const { message } = await announced(app, bot)
    const before = deleted()
    await press(bot, message, 'Approve', ada)
    await withdrawPhotos(app)
    expect(deleted()).toEqual(before)
  })

  it('are deleted after an outage, once', async () => {
    const { message } = await announced(app, bot)
    const sent = bot.done('sendPhoto').at(-1)?.messageId
    bot.refuseCall = (method) =>
      method === 'deleteMessage' ? { error_code: 502, description: 'Bad Gateway' } : undefined
    await press(bot, message, 'Hide', ada)
    await withdrawPhotos(app)
    expect(deleted()).not.toContain(sent)
    bot.refuseCall = () => undefined
    clock.advance(60_000)
    await withdrawPhotos(app)
    await withdrawPhotos(app)
    expect(deleted().filter((id) => id === sent)).toHaveLength(1)
  })

  it('that the API no longer deletes are reported to the team', async () => {
    const { message } = await announced(app, bot)
    bot.refuseCall = (method) =>
      method === 'deleteMessage' ? { error_code: 400, description: "Bad Request: message can't be deleted" } : undefined
    await press(bot, message, 'Hide', ada)
    await withdrawPhotos(app)
    await deliver(app)
    expect(bot.texts().at(-1)).toBe(
      'A photo was withdrawn but can’t be deleted from this chat. Please delete it here yourselves.',
    )
    expect(app.logged()).toContain('a withdrawn photo is still in the chat')
    const said = bot.messages.length
    await withdrawPhotos(app)
    expect(bot.messages).toHaveLength(said)
  })

  it('whose sending broke off may be in the chat: the team gets a message when they are withdrawn', async () => {
    bot.refuseCall = (method) => (method === 'sendPhoto' ? { error_code: 500, description: 'lost' } : undefined)
    const { message } = await announced(app, bot)
    bot.refuseCall = () => undefined
    await press(bot, message, 'Hide', ada)
    clock.advance(60_000)
    await withdrawPhotos(app)
    await deliver(app)
    expect(bot.texts().at(-1)).toContain('A photo was withdrawn')
  })

  it.each([
    ['told the owner what is in the way', 0, [{ approved: false, moderationNote: 'A face' }]],
    ['withdrawn the approval', 11, [{ approved: true }, { approved: false }]],
  ])('are not sent, nor again, where moderators have %s', async (_, minutes, decisions) => {
    const { groupId, message } = await announced(app, bot)
    for (const json of decisions) {
      clock.advance(minutes * 60_000)
      await ask(admin, 'approveGroup', { params: { groupId }, json })
    }
    const before = albums().length
    await press(bot, message, 'Approve', ada)
    await deliver(app)
    expect(lastMessage(bot).messageId).toBeGreaterThan(message.messageId)
    expect(albums()).toHaveLength(before)
    await ask(admin, 'confirmPassword', { json: { password: adminCredentials.password } })
  })
})

describe('a code', () => {
  it('works once, for ten minutes, in place of an earlier one, and ten tries an hour', async () => {
    const session = await newModerator('cleo')
    const first = await ask(session, 'createChatCode')
    expect(first.link).toBe(`https://t.me/werkschau_bot?start=${first.code}`)
    const second = await ask(session, 'createChatCode')
    expect(await say(bot, 41, first.code)).toContain('isn’t connected')
    clock.advance(10 * 60_000)
    expect(await say(bot, 41, second.code)).toContain('isn’t connected')
    await ask(session, 'confirmPassword', { json: { password: adminCredentials.password } })
    const { code } = await ask(session, 'createChatCode')
    expect(await say(bot, 41, `/start ${code.toLowerCase()}`)).toContain('connected to the account “cleo”')
    expect((await ask(session, 'getChatBinding')).binding).toMatchObject({ name: '@ada_l' })
    expect(await say(bot, 42, code)).toContain('isn’t connected')
    for (let tries = 2; tries <= 10; tries++) await say(bot, 42, 'AAAAABBBBB')
    const right = await ask(session, 'createChatCode')
    bot.report({ message: { message_id: 1, chat: { id: 42, type: 'private' }, from: { id: 42 }, text: right.code } })
    expect(await say(bot, 41, 'hello')).toContain('“cleo”')
    expect(bot.messages.filter(({ chat_id: to }) => String(to) === '42')).toHaveLength(10)
    await ask(session, 'deleteChatBinding')
    expect(await say(bot, 41, 'hello')).toContain('isn’t connected')
    const rows = JSON.stringify(await app.app.deps.database.secondFactors.findChallenge(right.code))
    expect(rows).toBeUndefined()
  })
})

describe('an outage of the Bot API', () => {
  it('is one line at its beginning and one at its end; what was pressed meanwhile counts', async () => {
    const { groupId, message } = await announced(app, bot)
    await bot.stop()
    await expect.poll(() => app.logged()).toContain('the chat cannot be read')
    await bot.start()
    expect(await press(bot, message, 'Approve', ada)).toBe('Approved by admin')
    expect((await groupNow(groupId)).isApproved).toBe(true)
    const lines = (text: string) => app.logged().split(text).length - 1
    expect([lines('the chat cannot be read'), lines('the chat can be read again')]).toEqual([1, 1])
  })
})
