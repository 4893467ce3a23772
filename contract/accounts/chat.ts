import { Type } from 'typebox'
import { operationsWith } from '#contract/operation/operation.ts'
import { Nullable, Ok, Success, Timestamp } from '#contract/shapes.ts'

const url = '/api/admin/account/chat'

const operation = operationsWith({
  withoutGroups: true,
  description: 'Only while `chatModeration` is on and a bot is configured; else 404 `CHAT_NOT_AVAILABLE` (D92).',
  codes: ['CHAT_NOT_AVAILABLE', 'TEMPORARILY_UNAVAILABLE'],
})

export const getChatBinding = operation(`GET ${url}`, 'moderator', {
  summary: 'Which user of the chat decides for the own account.',
  responses: {
    200: Ok({
      binding: Nullable(
        Type.Object({ name: Type.String({ description: 'As the chat calls them.' }), boundAt: Timestamp }),
      ),
    }),
  },
})

export const createChatCode = operation(`POST ${url}`, 'moderator', {
  confirmed: true,
  summary: 'A code that binds the chat user who sends it to the bot to the own account.',
  responses: {
    200: Ok({
      code: Type.String({ description: 'Works once, for ten minutes. An earlier one is void.' }),
      expiresAt: Timestamp,
      link: Nullable(
        Type.String({
          description: 'Opens the chat with the bot and sends the code; null where the bot does not answer.',
        }),
      ),
    }),
  },
})

export const deleteChatBinding = operation(`DELETE ${url}`, 'moderator', {
  summary: 'Nobody decides for the own account in the chat any more; a code that was not sent is void.',
  responses: { 200: Success({}) },
})
