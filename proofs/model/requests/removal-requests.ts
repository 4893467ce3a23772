import { photoCodeOf } from '#server/domain/photo-code.ts'
import { idAt, type Requests } from './request.ts'

export const removalRequests: Requests<'request' | 'decide' | 'refuseAddress'> = {
  request(context, { image, reason, from }) {
    const { visitor, words } = context
    const imageId = context.ids.length === 0 ? 999_999_999 : idAt(context, image)
    const photo = reason === 'me' ? { code: photoCodeOf(imageId) } : { imageId }
    const headers = { 'x-forwarded-for': words.addressOf(from) }
    return {
      send: () => visitor('/api/removal-requests', { method: 'POST', json: { reason, ...photo }, headers }),
      project: ({ requestId }) => ({ request: words.learnRequest(requestId) }),
    }
  },

  decide: ({ admin, words }, { request, decision }) => ({
    send: () => admin(words.requestPath(request), { method: 'PATCH', json: { decision } }),
    project: ({ request: { decision, hidden } }) => ({ decision, hidden }),
  }),

  refuseAddress: ({ admin, words }, { request }) => ({
    send: () => admin(words.requestPath(request, '/refuse-address'), { method: 'POST' }),
    project: ({ refused, blocked }) => ({ refused, blocked }),
  }),
}
