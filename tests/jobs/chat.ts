import { setTimeout as sleep } from 'node:timers/promises'
import { createPhotoWatch } from '#server/jobs/chat/deliver-to-chat.ts'
import { createChatJob } from '#server/jobs/chat/follow-chat.ts'
import type { Session } from '#tests/support/admin.ts'
import { ask } from '#tests/support/ask.ts'
import { present } from '#tests/support/at-least.ts'
import type { BotApi } from '#tests/support/servers/bot-api.ts'
import type { TestApp } from '#tests/support/start-app.ts'
import { type BatchSpec, type UploadedGroup, uploadGroup } from '#tests/support/upload.ts'
import { deliver } from './messenger-service.ts'

export const chatId = -100200300

/** A message with buttons, as the Bot API reports it with a press. */
export interface ButtonMessage {
  readonly messageId: number
  readonly text: string
  /** By their labels: what a press sends, or where it leads. */
  readonly buttons: Readonly<Record<string, string>>
}

interface Button {
  readonly text: string
  readonly callback_data?: string
  readonly url?: string
}

/** The last message with buttons. */
export function lastMessage(bot: BotApi): ButtonMessage {
  const sent = bot.done('sendMessage').filter(({ payload }) => 'reply_markup' in payload)
  const { payload, messageId } = present(sent.at(-1))
  const { inline_keyboard: rows } = payload.reply_markup as { inline_keyboard: Button[][] }
  const buttons = rows.flat().map(({ text, callback_data, url }) => [text, callback_data ?? url ?? ''])
  return { messageId, text: String(payload.text), buttons: Object.fromEntries(buttons) }
}

/** Uploads a group and delivers the message about it. */
export async function announced(
  app: TestApp,
  bot: BotApi,
  spec?: BatchSpec,
): Promise<{ group: UploadedGroup; groupId: string; message: ButtonMessage }> {
  const group = await uploadGroup(app, spec)
  await deliver(app)
  return { group, groupId: group.groupId, message: lastMessage(bot) }
}

let presses = 0
/** What a press of a button reports. */
export const pressOf = (
  message: ButtonMessage,
  button: string,
  from: number,
  chat: object = { id: chatId, type: 'supergroup' },
) => ({
  callback_query: {
    id: `press-${++presses}`,
    from: { id: from, first_name: 'Somebody' },
    data: message.buttons[button],
    message: { message_id: message.messageId, chat, text: message.text, entities: [] },
  },
})

/** The bot's answer to a press, when it comes. */
export async function answerTo(bot: BotApi, id: string): Promise<string> {
  for (let wait = 0; wait < 2_000; wait++) {
    const answered = bot.done('answerCallbackQuery').find(({ payload }) => payload.callback_query_id === id)
    if (answered) return String(answered.payload.text)
    await sleep(10)
  }
  throw new Error('The press was not answered')
}

export async function press(bot: BotApi, message: ButtonMessage, button: string, from: number): Promise<string> {
  const update = pressOf(message, button, from)
  bot.report(update)
  return answerTo(bot, update.callback_query.id)
}

/** Writes to the bot in private; returns its answer. */
export async function say(bot: BotApi, from: number, text: string): Promise<string> {
  const before = bot.texts().length
  bot.report({
    message: { message_id: 1, chat: { id: from, type: 'private' }, from: { id: from, username: 'ada_l' }, text },
  })
  for (let wait = 0; wait < 2_000; wait++) {
    const answer = bot.messages.slice(before).find((sent) => String(sent.chat_id) === String(from))
    if (answer) return answer.text
    await sleep(10)
  }
  throw new Error('The bot did not answer')
}

/** Binds a chat user to the account of the session. */
export const bind = async (bot: BotApi, session: Session, from: number): Promise<string> =>
  say(bot, from, (await ask(session, 'createChatCode')).code)

/** Reads updates like one process of the service, until it is disposed. */
export function follow({ app }: TestApp, owner = 'one process'): AsyncDisposable {
  const stop = new AbortController()
  const { signal } = stop
  const job = createChatJob(app.deps, { owner, signal })
  const repeat = async () => {
    while (!signal.aborted) {
      await job().catch(() => undefined)
      await sleep(20, undefined, { signal }).catch(() => undefined)
    }
  }
  const ended = repeat()
  return {
    async [Symbol.asyncDispose]() {
      stop.abort()
      await ended
    },
  }
}

/** Looks for withdrawn photos and delivers what that leads to. */
export async function withdrawPhotos(app: TestApp): Promise<void> {
  await createPhotoWatch(app.app.deps)()
  await deliver(app)
}
