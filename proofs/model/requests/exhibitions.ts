import { type Context, idAt, query, type Requests, type Send } from './request.ts'
import type { Body } from './words.ts'

const unknownId = 999_999_999

const bodyOf = async (response: Promise<Response>): Promise<Body> => (await response).json()

async function deletedSeenBy(send: Send, { words }: Context) {
  const { deletions } = await bodyOf(send('/api/admin/deletion-log?limit=1000'))
  return deletions.map(({ group_id }: Body) => words.numberOf(group_id)).toSorted()
}

async function allSeenBy(send: Send, context: Context) {
  const { words, exhibitions } = context
  const { data } = await bodyOf(send('/api/admin/consents/export?format=json'))
  const { requests } = await bodyOf(send('/api/admin/removal-requests?limit=1000'))
  const own = await bodyOf(send('/api/admin/exhibitions'))
  const indexOf = ({ slug }: Body) => exhibitions.findIndex((each) => each.slug === slug)
  return {
    exported: data.map(({ groupId }: Body) => words.numberOf(groupId)),
    requests: requests.map(({ requestId }: Body) => words.requestNumberOf(requestId)).toSorted(),
    exhibitions: own.exhibitions.map(indexOf),
    deleted: await deletedSeenBy(send, context),
  }
}

type Op = 'end' | 'move' | 'markEnds' | 'moderateAs' | 'feedOf' | 'seenBy' | 'seenByAuditor'

export const exhibitions: Requests<Op> = {
  end({ admin, exhibitions, now }, { exhibition, hours }) {
    const path = `/api/admin/exhibitions/${exhibitions[exhibition]?.id}`
    return {
      send() {
        const endsAt = hours === null ? null : new Date(now().getTime() + hours * 3_600_000).toISOString()
        return admin(path, { method: 'PATCH', json: { endsAt } })
      },
      project: ({ exhibition: { isEnded } }) => ({ isEnded }),
    }
  },

  move: ({ admin, exhibitions, words }, { exhibition, groups }) => ({
    send: () =>
      admin(`/api/admin/exhibitions/${exhibitions[exhibition]?.id ?? unknownId}/groups`, {
        method: 'POST',
        json: { groupIds: groups.map(words.groupId) },
      }),
    project: ({ movedCount }) => ({ moved: movedCount }),
  }),

  moderateAs(context, { account, action, group }) {
    const { limited, words } = context
    const isHiding = action === 'hide' || action === 'show'
    const path = isHiding ? `/images/${idAt(context, 0)}` : '/approve'
    const json = isHiding ? { hidden: action === 'hide' } : { approved: action === 'approve' }
    return { send: () => limited(account)(words.groupPath(group, path), { method: 'PATCH', json }) }
  },

  seenBy(context, { account, group }) {
    const { limited, words } = context
    const send = limited(account)
    return {
      send: () => send('/api/admin/groups?limit=1000'),
      project: async ({ groups }) => ({
        groups: groups.map(({ groupId }: Body) => words.numberOf(groupId)),
        named: (await send(words.groupPath(group))).status,
        ...(await allSeenBy(send, context)),
      }),
    }
  },

  seenByAuditor(context) {
    const send = context.limited('auditor')
    return {
      send: () => send('/api/admin/deletion-log'),
      project: async () => ({
        deleted: await deletedSeenBy(send, context),
        groups: (await send('/api/admin/groups')).status,
      }),
    }
  },

  markEnds: ({ visitor, markEnds }) => ({
    async send() {
      await markEnds()
      return visitor('/health')
    },
  }),

  feedOf: ({ visitor, exhibitions, words }, { exhibition }) => ({
    send: () =>
      visitor(`/api/groups?${query({ exhibition: exhibition === '*' ? '*' : exhibitions[exhibition]?.slug })}`),
    project: ({ groups, totalCount }) => ({ groups: groups.map(words.shown), totalCount }),
  }),
}
