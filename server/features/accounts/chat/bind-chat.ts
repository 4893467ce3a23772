import { isAllowed } from '#contract/operation/access.ts'
import { type Account, credentialOf, type User } from '#server/domain/accounts/user.ts'
import type { Moderator, SessionUser } from '#server/domain/caller.ts'
import { digest } from '#server/domain/digest.ts'
import { AppError } from '#server/domain/errors.ts'
import { newTypedCode, typedCodeFrom } from '#server/domain/typed-code.ts'
import { accountOfChallenge } from '#server/features/accounts/second-factor/challenges.ts'
import { lacksSecondFactor } from '#server/http/access/lacks-second-factor.ts'
import type { Deps, Transaction } from '#server/ports/deps.ts'
import type { ChatBot } from '#server/ports/notifications/chat-bot.ts'

const lifeMs = 10 * 60_000
/** 49 bits. */
const codeLength = 10

/** A code for the own account, in place of an earlier one; stored as a digest (D92). */
export async function createChatCode(
  { database, clock }: Pick<Deps, 'database' | 'clock'>,
  user: SessionUser,
): Promise<{ code: string; expiresAt: string }> {
  const code = newTypedCode(codeLength)
  const now = clock.now()
  const expiresAt = new Date(now.getTime() + lifeMs).toISOString()
  await database.transaction(async (tx) => {
    const account = await tx.users.find(user.id)
    if (account === undefined) throw new AppError('USER_NOT_FOUND', 'There is no such user')
    const of = { userId: user.id, purpose: 'chat' } as const
    await tx.secondFactors.removeChallenges(of)
    await tx.secondFactors.removeChallengesBefore(now.toISOString())
    const credential = credentialOf(account.passwordHash)
    await tx.secondFactors.addChallenge({ ...of, digest: digest(code), credential, expiresAt })
  })
  return { code, expiresAt }
}

/** The chat user of the own account, and its unused code. */
export const deleteChatBinding = ({ database }: Pick<Deps, 'database'>, { id: userId }: SessionUser): Promise<void> =>
  database.transaction(async (tx) => {
    await tx.chat.unbind(userId)
    await tx.secondFactors.removeChallenges({ userId, purpose: 'chat' })
  })

/** The bot, while there is one and `chatModeration` is on. */
export const decidingBot = ({ settings, messengers }: Pick<Deps, 'settings' | 'messengers'>): ChatBot | undefined =>
  settings.current.chatModeration ? messengers.get('chat')?.bot : undefined

/** For the answers that start or show a session. */
export const chatModeration = (deps: Parameters<typeof decidingBot>[0]) =>
  decidingBot(deps) && { chatModeration: true as const }

export interface ChatUser {
  readonly id: string
  readonly name: string
}

const mayModerate = (account: Account | undefined): account is Account =>
  account !== undefined && !account.disabled && isAllowed('moderator', account.user.role)

/** Binds the sender of a code to its account; undefined when the text is not a valid code. The caller limits the tries. */
export async function bindChat(
  { clock }: Pick<Deps, 'clock'>,
  tx: Transaction,
  { chatUser, text }: { chatUser: ChatUser; text: string },
): Promise<User | undefined> {
  // A link with the code begins with a command.
  const code = typedCodeFrom(text.replace(/^\/start(@\w+)?\s/, ''))
  if (code.length !== codeLength) return undefined
  const account = await accountOfChallenge({ database: tx, clock }, { challenge: code, purpose: 'chat' })
  if (account === undefined) return undefined
  await tx.secondFactors.takeChallenge(digest(code))
  if (!mayModerate(account)) return undefined
  const { user } = account
  const bound = { chatUserId: chatUser.id, name: chatUser.name, boundAt: clock.now().toISOString() }
  await tx.chat.bind({ userId: user.id, ...bound })
  return user
}

/**
 * Whom a chat user decides for: what the session guard asks of an account holds here, too. `unbound`: nobody;
 * `refused`: the account must change its password or set up a second factor first.
 */
export async function chatModerator(
  { settings }: Pick<Deps, 'settings'>,
  tx: Transaction,
  chatUserId: string,
): Promise<Moderator | 'unbound' | 'refused'> {
  const binding = await tx.chat.bindingOf(chatUserId)
  const account = binding && (await tx.users.find(binding.userId))
  if (!mayModerate(account)) return 'unbound'
  const { user } = account
  if (user.requiresPasswordChange || (await lacksSecondFactor({ settings, database: tx }, user))) return 'refused'
  return user as Moderator
}
