import * as contract from '#contract/accounts/chat.ts'
import { AppError } from '#server/domain/errors.ts'
import type { Route } from '#server/http/route.ts'
import type { Deps } from '#server/ports/deps.ts'
import type { ChatBot } from '#server/ports/notifications/chat-bot.ts'
import { createChatCode, decidingBot, deleteChatBinding } from './bind-chat.ts'

/** AppError CHAT_NOT_AVAILABLE. */
function requireChat(deps: Pick<Deps, 'settings' | 'messengers'>): ChatBot {
  const bot = decidingBot(deps)
  if (bot) return bot
  throw new AppError('CHAT_NOT_AVAILABLE', 'Nobody decides from the chat here: chatModeration is off')
}

/** A link to the bot, which passes the code. */
async function linkTo(bot: ChatBot, code: string): Promise<string | null> {
  const me = await bot.call<{ username?: unknown }>('getMe', {}, { seconds: 3 })
  if (me.outcome !== 'done' || typeof me.value.username !== 'string') return null
  return `https://t.me/${encodeURIComponent(me.value.username)}?start=${code}`
}

export function chatRoutes(route: Route): void {
  route(contract.getChatBinding, async ({ deps, caller }) => {
    requireChat(deps)
    const bound = await deps.database.chat.bindingOfUser(caller.id)
    return { binding: bound ? { name: bound.name, boundAt: bound.boundAt } : null }
  })

  route(contract.createChatCode, async ({ deps, caller }) => {
    const bot = requireChat(deps)
    const made = await createChatCode(deps, caller)
    return { ...made, link: await linkTo(bot, made.code) }
  })

  route(contract.deleteChatBinding, async ({ deps, caller }) => {
    requireChat(deps)
    await deleteChatBinding(deps, caller)
    return { message: 'Nobody decides for this account in the chat any more' }
  })
}
