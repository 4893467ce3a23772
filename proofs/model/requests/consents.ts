import type { Context, Requests } from './request.ts'
import type { Body } from './words.ts'

/** The id of a group's takedown in the list; the group may be deleted. */
async function takedownId({ admin, words }: Context, group: number, platform: number): Promise<string> {
  const { takedowns } = (await (await admin('/api/admin/consents/takedowns')).json()) as Body
  const found = takedowns.find((each: Body) => each.groupId === words.groupId(group) && each.platformId === platform)
  return found?.takedownId ?? 'order.999999999'
}

const isDone = ({ takedown }: Body) => ({ done: takedown.done })

export const consents: Requests<'consent' | 'setConsents' | 'takeDown' | 'markOrder'> = {
  consent({ visitor, words }, { group, platform, action }) {
    const json =
      platform === null
        ? { consentType: 'workshop', action }
        : { consentType: 'social_media', platformId: platform, action }
    return {
      send: () => visitor(words.link(group, '/consents'), { method: 'PUT', json }),
      project: ({ data }) => ({ newValue: data.newValue }),
    }
  },

  setConsents({ admin, words }, { group, workshop, platforms }) {
    const json = {
      ...(workshop !== undefined && { workshopConsent: workshop }),
      ...(platforms && {
        socialMediaConsents: platforms.map(([platformId, consented]) => ({ platformId, consented })),
      }),
    }
    return {
      send: () => admin(words.groupPath(group, '/consents'), { method: 'POST', json }),
      project: (body) => ({ workshop: body.workshopConsent, consents: words.consents(body.socialMediaConsents) }),
    }
  },

  takeDown: ({ admin, words }, { group, platform, done }) => ({
    send: () =>
      admin(`/api/admin/consents/takedowns/${words.groupId(group)}/${platform}`, { method: 'PATCH', json: { done } }),
    project: isDone,
  }),

  markOrder: (context, { group, platform, done }) => ({
    send: async () => {
      const id = await takedownId(context, group, platform)
      return context.admin(`/api/admin/consents/takedowns/${id}`, { method: 'PATCH', json: { done } })
    },
    project: isDone,
  }),
}
