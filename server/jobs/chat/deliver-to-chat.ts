import { buffer } from 'node:stream/consumers'
import { type Group, isPublic, isShown } from '#server/domain/group.ts'
import { newRevision } from '#server/domain/names.ts'
import { seenGroup } from '#server/features/moderation/decide-from-chat.ts'
import { deletionsAt } from '#server/features/notifications/send-deletion-warning.ts'
import { groupFacts } from '#server/groups/notify.ts'
import { noticeOf } from '#server/jobs/notification-texts.ts'
import type { Deps, Transaction } from '#server/ports/deps.ts'
import type { Called, ChatBot } from '#server/ports/notifications/chat-bot.ts'
import type { ChatPhoto, NewChatPhoto } from '#server/ports/notifications/chat-store.ts'
import type { Delivery, Messenger } from '#server/ports/notifications/messenger.ts'
import type { QueuedNotification } from '#server/ports/notifications/notification-outbox.ts'
import { chatTexts } from './chat-texts.ts'

type ChatDeps = Pick<Deps, 'config' | 'database' | 'settings' | 'clock' | 'log' | 'files'>

/** A delivery, with what is written in the transaction that takes the notification from the outbox. */
export type Sent = Delivery & { readonly record?: (tx: Transaction) => Promise<void> }

const done = { outcome: 'delivered' } as const
/** The Bot API's limit of an album. */
const maxPhotos = 10
/** Each takes one call; all of them take less than the lease of the delivery. */
const removalsPerRound = 20

const noticeFor = ({ config, settings }: ChatDeps, notification: QueuedNotification) =>
  noticeOf(notification, {
    language: config.notifications.language,
    adminUrl: config.server.adminUrl,
    siteName: settings.current.siteName,
  })

type Of<K extends QueuedNotification['kind']> = Extract<QueuedNotification, { kind: K }>

/** Delivers by the channel; what only the chat has, buttons, photos and changed messages, by its bot (D92). */
export async function deliverOne(
  deps: ChatDeps,
  { bot, send }: Messenger,
  notification: QueuedNotification,
): Promise<Sent> {
  if (notification.kind === 'deletion_warning') {
    const payload = await deletionsAt(deps, deps.database.groups, notification.payload.deletionAt)
    return payload.groupCount === 0 ? done : send(noticeFor(deps, { ...notification, payload }))
  }
  if (bot === undefined) return send(noticeFor(deps, notification))
  switch (notification.kind) {
    case 'upload':
      return (await sendWithButtons(deps, bot, notification)) ?? send(noticeFor(deps, notification))
    case 'chat_photos':
      return sendPhotos(deps, bot, notification)
    case 'chat_decided':
      return editMessage(bot, notification)
    case 'chat_removal':
      return removePhotos(deps, bot)
    default:
      return send(noticeFor(deps, notification))
  }
}

/** The group as it is now, with buttons that name this state of it; undefined where nothing can be decided. */
async function sendWithButtons(deps: ChatDeps, bot: ChatBot, notification: Of<'upload'>): Promise<Sent | undefined> {
  const { database, settings } = deps
  const { groupId } = notification
  if (!settings.current.chatModeration || groupId === null) return undefined
  const messageKey = newRevision()
  const facts = await database.transaction(async (tx) => {
    const group = await tx.groups.lock(groupId)
    if (group === undefined) return undefined
    const images = await tx.images.ofGroup(groupId)
    await tx.chat.addMessage({ messageKey, groupId, seen: seenGroup(group, images) })
    return groupFacts(group, images.length)
  })
  if (facts === undefined) return undefined
  const called = await callWithButtons(deps, bot, { messageKey, notification: { ...notification, payload: facts } })
  if (called.outcome !== 'done') return called
  if (!settings.current.chatPhotos) return done
  const payload = { replyTo: called.value.message_id }
  const photos = { kind: 'chat_photos', groupId, payload, channel: 'chat' } as const
  return { ...done, record: (tx) => tx.notifications.add({ ...photos, createdAt: deps.clock.now().toISOString() }) }
}

type SentMessage = { readonly message_id: number }

async function callWithButtons(
  deps: ChatDeps,
  bot: ChatBot,
  { messageKey, notification }: { messageKey: string; notification: QueuedNotification },
): Promise<Called<SentMessage>> {
  const texts = chatTexts[deps.config.notifications.language]
  const notice = noticeFor(deps, notification)
  const { url } = notice
  const decisions = (['approve', 'hide'] as const).map((each) => ({
    text: texts[each],
    callback_data: `${each} ${messageKey}`,
  }))
  const send = (open: readonly object[]) =>
    bot.write<SentMessage>('sendMessage', notice, { reply_markup: { inline_keyboard: [[...decisions, ...open]] } })
  const called = await send(url === undefined ? [] : [{ text: texts.open, url }])
  // The API takes no buttons with addresses such as localhost.
  return called.outcome === 'refused' && url !== undefined ? send([]) : called
}

/** Writes the decision into the message and removes its buttons. A message that can no longer be changed is skipped. */
async function editMessage(bot: ChatBot, { payload }: Of<'chat_decided'>): Promise<Sent> {
  const { chatId, messageId } = payload
  const called = await bot.write('editMessageText', payload, { chat_id: chatId, message_id: messageId })
  return called.outcome === 'unavailable' ? called : done
}

/** Moderators told the owner what is in the way, or withdrew the approval of the group as it is: the chat gets no photos of it. */
const isTurnedDown = ({ isApproved, firstApprovedAt, changesSinceApproval, moderationNote }: Group): boolean =>
  !isApproved && (moderationNote !== null || (firstApprovedAt !== null && changesSinceApproval.length === 0))

/** Sends previews of a group that an approval would show. If they are refused, the rest of the delivery goes on. */
async function sendPhotos(deps: ChatDeps, bot: ChatBot, notification: Of<'chat_photos'>): Promise<Sent> {
  const { database, settings, log } = deps
  const { id, groupId, payload } = notification
  const group = groupId === null ? undefined : await database.groups.find(groupId)
  const maySee = group && !isTurnedDown(group) && isPublic({ ...group, isApproved: true })
  if (!settings.current.chatPhotos || !maySee) return done
  const photos: NewChatPhoto[] = []
  const previews: Buffer[] = []
  const shown = (await database.images.ofGroup(group.groupId)).filter(isShown)
  for (const image of shown.slice(0, maxPhotos)) {
    const file = await deps.files.open('preview', image.storedPreviewName)
    if (file === undefined) continue
    previews.push(await buffer(file.read()))
    photos.push({ chatId: bot.chatId, previewName: image.previewName, imageId: image.id })
  }
  if (photos.length === 0) return done
  if (!(await tryPhotos(deps, group, photos))) return sendPhotos(deps, bot, notification)
  const called = await bot.sendPhotos(previews, payload.replyTo)
  if (called.outcome === 'done') return { ...done, record: (tx) => tx.chat.photosAnswered(photos, called.value) }
  if (called.outcome === 'unavailable') {
    if (!called.isUnanswered) await database.transaction((tx) => tx.chat.photosAnswered(photos, []))
    return called
  }
  log.warn({ notification: id, groupId, reason: called.reason }, 'the chat has refused the photos of a group')
  return { ...done, record: (tx) => tx.chat.photosAnswered(photos, []) }
}

/**
 * Records before the call that they may be in the chat: a withdrawal from now on finds them, also after a crash. false when one was
 * withdrawn while they were read.
 */
const tryPhotos = (
  { database }: ChatDeps,
  { groupId }: Pick<Group, 'groupId'>,
  photos: readonly NewChatPhoto[],
): Promise<boolean> =>
  database.transaction(async (tx) => {
    await tx.groups.lock(groupId)
    const shown = (await tx.images.ofGroup(groupId)).filter(isShown).map(({ previewName }) => previewName)
    if (!photos.every(({ previewName }) => shown.includes(previewName))) return false
    await tx.chat.tryPhotos(photos)
    return true
  })

/** Deletes from the chat what was withdrawn; tells the team about those that it cannot delete. */
async function removePhotos({ database, clock, log }: ChatDeps, bot: ChatBot): Promise<Sent> {
  const removed: ChatPhoto[] = []
  let left = 0
  let outage: Sent | undefined
  for (const photo of await database.chat.withdrawnPhotos(removalsPerRound)) {
    const { chatId, messageId } = photo
    const called = messageId !== null && (await bot.call('deleteMessage', { chat_id: chatId, message_id: messageId }))
    if (called && called.outcome === 'unavailable') {
      outage = called
      break
    }
    const isGone = !called || called.outcome === 'done' || called.reason.includes('message to delete not found')
    if (!isGone || photo.unanswered > 0) left++
    if (!isGone) log.warn({ imageId: photo.imageId, reason: called.reason }, 'a withdrawn photo is still in the chat')
    removed.push(photo)
  }
  const record = async (tx: Transaction) => {
    await tx.chat.removePhotos(removed)
    const createdAt = clock.now().toISOString()
    const notice = { kind: 'chat_photos_left', groupId: null, payload: { count: left } } as const
    if (left > 0) await tx.notifications.add({ ...notice, channel: 'chat', createdAt })
  }
  if (outage === undefined) return { ...done, record }
  if (removed.length > 0) await database.transaction(record)
  return outage
}

/**
 * Returns a job that queues the removal of photos that are withdrawn, wherever that was done: it looks after each change of
 * groups.
 */
export function createPhotoWatch({ database, clock, settings }: Pick<Deps, 'database' | 'clock' | 'settings'>) {
  let looked: number | undefined
  return async (): Promise<void> => {
    const { messengerBotToken, messengerChatId } = settings.current
    if (messengerBotToken === undefined || messengerChatId === undefined) return
    const version = await database.changes.version()
    if (version === looked) return
    if ((await database.chat.withdrawnPhotos(1)).length === 0) {
      looked = version
      return
    }
    const createdAt = clock.now().toISOString()
    await database.transaction(async (tx) => {
      if (await tx.notifications.isQueued('chat', 'chat_removal')) return
      await tx.notifications.add({ kind: 'chat_removal', groupId: null, payload: {}, channel: 'chat', createdAt })
    })
  }
}
