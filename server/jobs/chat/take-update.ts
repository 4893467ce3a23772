import type { User } from '#server/domain/accounts/user.ts'
import type { Moderator } from '#server/domain/caller.ts'
import { isInScope, scopeOf } from '#server/domain/group-scope.ts'
import { truncate } from '#server/domain/text/text.ts'
import { bindChat, type ChatUser, chatModerator } from '#server/features/accounts/chat/bind-chat.ts'
import { type Decided, decideFromChat } from '#server/features/moderation/decide-from-chat.ts'
import { groupFacts } from '#server/groups/notify.ts'
import { clockTime } from '#server/jobs/notification-texts.ts'
import type { CountingRule } from '#server/ports/counters.ts'
import type { Deps, Transaction } from '#server/ports/deps.ts'
import type { AdminAuditEntry } from '#server/ports/logs/admin-audit.ts'
import type { ChatBot } from '#server/ports/notifications/chat-bot.ts'
import type { ChatMessage } from '#server/ports/notifications/chat-store.ts'
import { type ChatTexts, chatTexts, outcomeText } from './chat-texts.ts'

export type UpdateDeps = Pick<Deps, 'config' | 'settings' | 'database' | 'counters' | 'clock' | 'log'>

interface Chat {
  readonly id: number
  readonly type: string
  readonly username?: string
}
interface Person {
  readonly id: number
  readonly first_name?: string
  readonly username?: string
}
interface Message {
  readonly message_id: number
  readonly chat: Chat
  readonly from?: Person
  readonly text?: string
  readonly entities?: readonly { readonly type: string; readonly offset: number; readonly length: number }[]
}

/** What the Bot API reports, as far as it matters here. */
export interface Update {
  readonly update_id: number
  readonly message?: Message
  readonly callback_query?: {
    readonly id: string
    readonly from: Person
    readonly data?: string
    readonly message?: Message
  }
}

/** The bot's reply after the commit; a crash loses it. */
export type Reply =
  | { readonly to: 'press'; readonly id: string; readonly text: string }
  | { readonly to: 'chat'; readonly id: number; readonly text: string }

/** Messages of a chat user that the bot reads in an hour, tries of codes among them. */
const messageRule: CountingRule = { name: 'chat-message', limit: 10, windowSeconds: 60 * 60 }

/** Whether the bot handles the update; counts the messages of each chat user. */
export async function isRead({ counters }: UpdateDeps, bot: ChatBot, update: Update): Promise<boolean> {
  const { message, callback_query: press } = update
  if (press) return isOwnChat(bot, press.message?.chat)
  if (message?.chat.type !== 'private' || message.text === undefined || !message.from) return false
  return (await counters.count(messageRule, String(message.from.id))).allowed
}

const isOwnChat = ({ chatId }: ChatBot, chat: Chat | undefined): boolean =>
  chat !== undefined && (String(chat.id) === chatId || `@${chat.username}`.toLowerCase() === chatId.toLowerCase())

/** Acts on an update in the transaction that notes it as read: a decision counts once, whatever crashes (D92). */
export async function takeUpdate(
  deps: UpdateDeps,
  tx: Transaction,
  { message, callback_query: press }: Update,
): Promise<Reply | undefined> {
  const texts = chatTexts[deps.config.notifications.language]
  if (press) return { to: 'press', id: press.id, text: await takePress(deps, tx, { press, texts }) }
  if (message?.from === undefined) return undefined
  const chatUser = chatUserOf(message.from)
  const bound = await bindChat(deps, tx, { chatUser, text: message.text ?? '' })
  if (bound)
    await record(deps, tx, { user: bound, action: 'bind_chat', targetType: 'user', targetId: String(bound.id) })
  const known = bound ?? (await chatModerator(deps, tx, chatUser.id))
  const text = typeof known === 'string' ? texts[known] : texts.bound(known.username)
  return { to: 'chat', id: message.chat.id, text }
}

/** In the log of admins, as what they do on the page (D51). */
const record = (
  { clock }: UpdateDeps,
  tx: Transaction,
  { user, ...done }: Pick<AdminAuditEntry, 'action' | 'targetType' | 'targetId'> & { readonly user: User },
): Promise<void> => {
  const [details, createdAt] = [{ source: 'chat' }, clock.now().toISOString()]
  return tx.adminAudit.add({ ...done, actorId: user.id, actorName: user.username, details, ipAddress: null, createdAt })
}

const chatUserOf = ({ id, username, first_name }: Person): ChatUser => ({
  id: String(id),
  name: truncate(username === undefined ? (first_name ?? '') : `@${username}`, 64),
})

type Press = NonNullable<Update['callback_query']>

async function takePress(
  deps: UpdateDeps,
  tx: Transaction,
  { press, texts }: { press: Press; texts: ChatTexts },
): Promise<string> {
  const moderator = await chatModerator(deps, tx, String(press.from.id))
  if (typeof moderator === 'string') return texts[moderator]
  const [action, key = ''] = (press.data ?? '').split(' ')
  const message = await tx.chat.findMessage(key)
  if (message === undefined || (action !== 'approve' && action !== 'hide')) return texts.gone
  if (message.outcome === 'changed') return texts.newer
  if (message.outcome !== null)
    return texts.already(outcomeText(texts, { outcome: message.outcome, by: message.decidedBy }))
  const group = await tx.groups.lock(message.groupId)
  // For an account of some exhibitions no other group exists (D84); the message stays as it is for the others.
  if (group && !isInScope(scopeOf(moderator), group.exhibitionId)) return texts.gone
  const images = group ? await tx.images.ofGroup(group.groupId) : []
  const decided: Decided = group
    ? await decideFromChat(deps, tx, { group, images, moderator, action, message })
    : { outcome: 'gone' }
  const { groupId } = message
  if (decided.isNew)
    await record(deps, tx, { user: moderator, action: `${action}_group`, targetType: 'group', targetId: groupId })
  if (group && decided.outcome === 'changed') {
    const payload = groupFacts(group, images.length)
    await tx.notifications.add({ kind: 'upload', groupId, payload, ...queuedNow(deps) })
  }
  return close(deps, tx, { press, message, decided, moderator, texts })
}

const queuedNow = ({ clock }: UpdateDeps) => ({ channel: 'chat', createdAt: clock.now().toISOString() }) as const

interface Closing {
  readonly press: Press
  readonly message: ChatMessage
  readonly decided: Decided
  readonly moderator: Moderator
  readonly texts: ChatTexts
}

type Entity = NonNullable<Message['entities']>[number]
const isCode = (entity: Entity): entity is Entity & { readonly type: 'code' } => entity.type === 'code'

/** Records the end of the message and queues its change in the chat. Returns the answer to the press. */
async function close(deps: UpdateDeps, tx: Transaction, closing: Closing): Promise<string> {
  const { message, decided, moderator, texts, press } = closing
  const { outcome, isNew, differences = [], hiddenCount = 0 } = decided
  const by = isNew ? moderator.username : null
  await tx.chat.closeMessage(message.messageKey, { outcome, decidedBy: by })
  const result = outcomeText(texts, { outcome, by, differences })
  const hidden = hiddenCount > 0 ? [texts.staysHidden(hiddenCount)] : []
  const shown = press.message
  // A message that is too old comes without its text, and cannot be changed.
  if (shown?.text !== undefined) {
    const when = clockTime(deps.clock.now(), deps.config.notifications.language)
    const line = [texts.on(result, when.date, when.time), ...hidden].join('. ')
    const isGone = outcome === 'gone'
    const payload = {
      chatId: String(shown.chat.id),
      messageId: shown.message_id,
      // What a deleted group said goes from the chat, too.
      text: isGone ? line : `${shown.text}\n\n${line}`.slice(0, 4096),
      entities: isGone ? [] : (shown.entities ?? []).filter(isCode),
    }
    const groupId = isGone ? null : message.groupId
    await tx.notifications.add({ kind: 'chat_decided', groupId, payload, ...queuedNow(deps) })
  }
  const answer = isNew || outcome === 'changed' || outcome === 'gone' ? result : texts.already(result)
  return [answer, ...hidden].join('. ')
}
