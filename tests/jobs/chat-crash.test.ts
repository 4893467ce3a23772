import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { loginAsAdmin, type Session } from '#tests/support/admin.ts'
import { ask, type Caller } from '#tests/support/ask.ts'
import { type BotApi, startBotApi } from '#tests/support/servers/bot-api.ts'
import { type ServiceProcess, startProcess } from '#tests/support/servers/start-process.ts'
import { uploadGroup } from '#tests/support/upload.ts'
import { bind, lastMessage, press, pressOf } from './chat.ts'

const ada = 11

describe('a process that is killed between the commit of a decision and the change of its message (D92)', () => {
  let dataDir: string
  let bot: BotApi
  let service: ServiceProcess
  const start = () => startProcess({ DATA_DIR: dataDir, MESSENGER_LANGUAGE: 'en', ...bot.env })
  const caller: Caller = { fetch: (path, init) => fetch(new URL(path, service.url), init) }

  beforeEach(async () => {
    dataDir = await mkdtemp(join(tmpdir(), 'werkschau-killed-'))
    bot = await startBotApi()
    service = await start()
  })
  afterEach(async () => {
    await service.stop('SIGKILL')
    await bot[Symbol.asyncDispose]()
    await rm(dataDir, { recursive: true, force: true })
  })

  const decisions = async (admin: Session, groupId: string) =>
    (await ask(admin, 'listAdminAudit')).entries.filter(({ target_id: id }) => id === groupId)

  /** A new group in the chat of a service whose admin decides there. */
  async function announced() {
    const admin = await loginAsAdmin(caller)
    await ask(admin, 'updateSettings', { json: { chatModeration: true } })
    await bind(bot, admin, ada)
    const { groupId } = await uploadGroup(caller)
    await expect.poll(() => bot.done('sendMessage').some(({ payload }) => 'reply_markup' in payload)).toBe(true)
    return { groupId, message: lastMessage(bot) }
  }

  /** Presses, and kills the service when the change of the message is on its way. */
  async function pressAndKill(message: Parameters<typeof pressOf>[0], button: string) {
    const changing = Promise.withResolvers<void>()
    bot.refuseCall = (method) => {
      if (method !== 'editMessageText') return undefined
      changing.resolve()
      return 'hang'
    }
    bot.report(pressOf(message, button, ada))
    await changing.promise
    await service.stop('SIGKILL')
    bot.refuseCall = () => undefined
  }

  it.each([
    ['Approve', 'Approved by admin', true],
    ['Hide', 'Hidden by admin', false],
  ] as const)(
    'keeps the decision of %s once, and changes the message after the next start',
    async (button, outcome, isPublic) => {
      const { groupId, message } = await announced()
      await pressAndKill(message, button)
      expect(bot.done('editMessageText')).toEqual([])

      // What the process could not confirm is reported once more.
      bot.repeat()
      service = await start()
      const edits = () => bot.done('editMessageText').map(({ payload }) => payload.text)
      await expect.poll(edits, { timeout: 30_000 }).toEqual([expect.stringContaining(outcome)])
      const other = button === 'Hide' ? 'Approve' : 'Hide'
      expect(await press(bot, message, other, ada)).toBe(`Already decided: ${outcome}`)
      expect(await decisions(await loginAsAdmin(caller), groupId)).toHaveLength(1)
      const { groups } = await ask(caller, 'listGroups')
      expect(groups.map((each) => each.groupId)).toEqual(isPublic ? [groupId] : [])
      expect(edits()).toHaveLength(1)
    },
  )
})
