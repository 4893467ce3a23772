import { setTimeout as sleep } from 'node:timers/promises'
import { AppError } from '#server/domain/errors.ts'
import { decidingBot } from '#server/features/accounts/chat/bind-chat.ts'
import { withLease } from '#server/jobs/with-lease.ts'
import type { Deps } from '#server/ports/deps.ts'
import type { Called, ChatBot } from '#server/ports/notifications/chat-bot.ts'
import { chatTexts } from './chat-texts.ts'
import { isRead, type Reply, takeUpdate, type Update, type UpdateDeps } from './take-update.ts'

type FollowDeps = UpdateDeps & Pick<Deps, 'messengers'>

/** How long the API waits for an update. */
const pollSeconds = 25
const watchSettingsEveryMs = 1_000
const firstDelayMs = 1_000
const longestDelayMs = 5 * 60_000

/**
 * Returns a job that asks the Bot API for presses and messages while `chatModeration` is on, in one process at a time (D92).
 * It ends when it is switched off or has another bot or chat, and when `signal` is aborted.
 */
export function createChatJob(deps: FollowDeps, { owner, signal }: { owner: string; signal: AbortSignal }) {
  const outage = outageLog(deps)
  return async (): Promise<void> => {
    const bot = decidingBot(deps)
    if (bot === undefined || signal.aborted) return
    await withLease(deps, { job: 'chat_updates', owner }, async () => {
      const stop = new AbortController()
      const watch = setInterval(() => bot === decidingBot(deps) || stop.abort(), watchSettingsEveryMs)
      try {
        await follow(deps, bot, { outage, signal: AbortSignal.any([signal, stop.signal]) })
      } finally {
        clearInterval(watch)
      }
    })
  }
}

interface Following {
  readonly outage: ReturnType<typeof outageLog>
  readonly signal: AbortSignal
}

async function follow(deps: FollowDeps, bot: ChatBot, { outage, signal }: Following): Promise<void> {
  while (!signal.aborted) {
    const offset = offsetOf(bot, await deps.database.serviceState.get('chat_offset'))
    const query = { timeout: pollSeconds, allowed_updates: ['message', 'callback_query'] }
    const called = await bot.call<Update[]>(
      'getUpdates',
      { ...query, ...(offset !== undefined && { offset }) },
      { seconds: pollSeconds + 10, signal },
    )
    if (signal.aborted) return
    const delay = outage(called)
    if (delay > 0) await sleep(delay, undefined, { signal }).catch(() => undefined)
    if (called.outcome !== 'done') continue
    for (const update of called.value) if (!signal.aborted) await take(deps, bot, update)
  }
}

/** One line when an outage begins and one when it ends. Returns how long to wait. */
function outageLog({ log }: FollowDeps): (called: Called<unknown>) => number {
  let failures = 0
  let began = 0
  return (called) => {
    if (called.outcome === 'done') {
      const seconds = Math.round((performance.now() - began) / 1_000)
      if (failures > 0) log.info({ seconds, failures }, 'the chat can be read again')
      failures = 0
      return 0
    }
    if (failures === 0) {
      began = performance.now()
      log.warn({ reason: called.reason }, 'the chat cannot be read; decisions from it wait')
    }
    failures++
    const pause = 'retryAfterMs' in called ? (called.retryAfterMs ?? 0) : 0
    return Math.max(pause, Math.min(longestDelayMs, firstDelayMs * 2 ** Math.min(failures - 1, 20)))
  }
}

/** Update numbers of one bot mean nothing to another. */
function offsetOf(bot: ChatBot, stored: string | undefined): number | undefined {
  const [id, offset] = (stored ?? '').split(' ')
  return id === bot.id && offset !== undefined ? Number(offset) : undefined
}

/** Handles an update once, even if several processes get it: its effects commit together with its number. */
async function take(deps: FollowDeps, bot: ChatBot, update: Update): Promise<void> {
  const { database, log } = deps
  const read = await isRead(deps, bot, update)
  const run = (acts: boolean) =>
    database.transaction(async (tx) => {
      const next = offsetOf(bot, await tx.serviceState.lock('chat_offset'))
      if (next !== undefined && update.update_id < next) return undefined
      const reply = acts ? await takeUpdate(deps, tx, update) : undefined
      await tx.serviceState.set('chat_offset', `${bot.id} ${update.update_id + 1}`)
      return reply
    })
  const reply = await run(read).catch(async (error: unknown) => {
    // Only these are requested again; anything else would be returned for ever.
    if (error instanceof AppError && ['TEMPORARILY_UNAVAILABLE', 'STORAGE_FULL'].includes(error.code)) throw error
    log.error({ err: error, update: update.update_id }, 'a message or press from the chat failed')
    await run(false)
    return failed(deps, update)
  })
  if (reply) await answer(deps, bot, reply)
}

const failed = ({ config }: FollowDeps, { callback_query: press }: Update): Reply | undefined =>
  press && { to: 'press', id: press.id, text: chatTexts[config.notifications.language].failed }

async function answer({ log }: FollowDeps, bot: ChatBot, { to, id, text }: Reply): Promise<void> {
  const called =
    to === 'press'
      ? await bot.call('answerCallbackQuery', { callback_query_id: id, text: text.slice(0, 200), show_alert: true })
      : await bot.call('sendMessage', { chat_id: id, text })
  if (called.outcome !== 'done') log.debug({ reason: called.reason }, 'an answer in the chat was lost')
}
