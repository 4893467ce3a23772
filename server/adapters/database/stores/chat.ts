import { sql } from 'kysely'
import { previewPath } from '#contract/images/image-paths.ts'
import { toColumns } from '#server/adapters/database/columns.ts'
import type { Row } from '#server/adapters/database/tables.ts'
import { camelCased } from '#server/domain/text/snake-case.ts'
import type { ChatMessage, ChatPhoto, ChatWrites, NewChatPhoto } from '#server/ports/notifications/chat-store.ts'
import { all, deletedRows, first, run, type StoreContext } from './queries.ts'
import { previewNameFrom } from './rows.ts'

const toMessage = (row: Row<'chat_messages'>): ChatMessage => ({
  ...camelCased(row),
  seen: JSON.parse(row.seen),
})

const toPhoto = ({ preview_path: path, ...row }: Row<'chat_photos'>): ChatPhoto => ({
  ...camelCased(row),
  previewName: previewNameFrom(path),
})

function chatReads({ db }: StoreContext) {
  const binding = (column: 'user_id' | 'chat_user_id', value: number | string) =>
    first(db.selectFrom('chat_bindings').selectAll().where(column, '=', value), camelCased)
  return {
    bindingOfUser: (userId) => binding('user_id', userId),
    bindingOf: (chatUserId) => binding('chat_user_id', chatUserId),
    withdrawnPhotos(limit) {
      const withdrawn = db.selectFrom('chat_photos').where(({ not, exists, selectFrom }) => {
        const served = selectFrom('images').select('images.id').whereRef('images.id', '=', 'chat_photos.image_id')
        const asSent = served.whereRef('images.preview_path', '=', 'chat_photos.preview_path')
        return not(exists(asSent.where('images.hidden_reason', 'is', null)))
      })
      return all(withdrawn.selectAll().orderBy('image_id').limit(limit), toPhoto)
    },
  } satisfies Partial<ChatWrites>
}

export function chatStore(context: StoreContext): ChatWrites {
  const { db } = context
  return {
    ...chatReads(context),
    ...chatPhotos(context),
    async bind(bound) {
      const { userId: user_id, chatUserId: chat_user_id } = bound
      await run(db.deleteFrom('chat_bindings').where(({ or }) => or({ user_id, chat_user_id })))
      await run(db.insertInto('chat_bindings').values(toColumns(bound)))
    },
    unbind: async (userId) => (await deletedRows(db.deleteFrom('chat_bindings').where('user_id', '=', userId))) > 0,
    unbindAll: () => run(db.deleteFrom('chat_bindings')),
    async addMessage(added) {
      await db
        .deleteFrom('chat_messages')
        .where(({ not, exists, selectFrom }) => {
          const groups = selectFrom('groups').select('groups.group_id')
          return not(exists(groups.whereRef('groups.group_id', '=', 'chat_messages.group_id')))
        })
        .execute()
      const row = { ...toColumns(added), outcome: null, decided_by: null }
      await db.insertInto('chat_messages').values(row).execute()
    },
    findMessage: (key) => first(db.selectFrom('chat_messages').selectAll().where('message_key', '=', key), toMessage),
    closeMessage: (key, result) =>
      run(db.updateTable('chat_messages').where('message_key', '=', key).set(toColumns(result))),
  }
}

function chatPhotos({ db }: StoreContext) {
  const keyOf = ({ chatId, previewName }: NewChatPhoto) => ({ chat_id: chatId, preview_path: previewPath(previewName) })
  return {
    async tryPhotos(photos) {
      for (const photo of photos) {
        const row = { ...keyOf(photo), image_id: photo.imageId, message_id: null, unanswered: 1 }
        const again = { unanswered: sql<number>`chat_photos.unanswered + 1` }
        await db
          .insertInto('chat_photos')
          .values(row)
          .onConflict((conflict) => conflict.columns(['chat_id', 'preview_path']).doUpdateSet(again))
          .execute()
      }
    },
    async photosAnswered(photos, messageIds) {
      for (const [index, photo] of photos.entries()) {
        const messageId = messageIds[index]
        const sent = messageId === undefined ? {} : { message_id: messageId }
        const row = db.updateTable('chat_photos').where(({ and }) => and(keyOf(photo)))
        await row.set({ ...sent, unanswered: sql<number>`unanswered - 1` }).execute()
      }
    },
    async removePhotos(photos) {
      if (photos.length === 0) return
      const photo = db.deleteFrom('chat_photos').where(({ or, and }) => or(photos.map((each) => and(keyOf(each)))))
      await photo.execute()
    },
  } satisfies Partial<ChatWrites>
}
