import { parse } from 'csv-parse/sync'
import { type Context, query, type Requests } from './request.ts'
import type { Address, Body, Words } from './words.ts'

const platforms = ['facebook', 'instagram', 'tiktok']

const pathsOf = ({ filePath, previewPath }: Address) => [filePath, previewPath]

/** Whether an image has a new address since the last look, whether it is served there, and the old one is 404 (D47). */
async function compareAddress({ visitor, words }: Context, { id, filePath, previewPath }: Body) {
  const old = words.addresses.get(id)
  const now: Address = { filePath, previewPath }
  words.addresses.set(id, now)
  const answers = async (address: Address, status: number) => {
    const responses = await Promise.all(pathsOf(address).map((path) => visitor(path, { method: 'HEAD' })))
    return responses.every((response) => response.status === status)
  }
  const moved = old !== undefined && pathsOf(old).every((path, index) => path !== pathsOf(now)[index])
  return {
    image: words.imageOf(id),
    moved,
    served: await answers(now, 200),
    oldIsGone: !moved || (await answers(old, 404)),
  }
}

const given = (consents: Body[]) =>
  [1, 2, 3].map((id) => {
    const consent = consents.find(({ platformId }) => platformId === id)
    return consent?.revoked ? 'revoked' : String(consent !== undefined)
  })

const rowOfJson = ({ numberOf }: Words) => {
  return (row: Body) => ({
    group: numberOf(row.groupId),
    name: row.groupName,
    isApproved: row.isApproved,
    workshop: row.workshopConsent,
    consents: given(row.socialMediaConsents),
  })
}

const rowsOfCsv = ({ numberOf }: Words, text: string) =>
  (parse(text, { bom: true, columns: true }) as Record<string, string>[]).map((row) => ({
    group: numberOf(row.groupId ?? ''),
    // A leading apostrophe is what neutralises a formula (D31).
    name: row.groupName?.replace(/^'(?==)/, '') || null,
    isApproved: row.isApproved === 'true',
    workshop: row.workshopConsent === 'true',
    consents: platforms.map((platform) => row[platform]),
  }))

type Op = 'view' | 'viewAsAdmin' | 'viewInPublic' | 'addresses' | 'feed' | 'list' | 'byConsent' | 'export'

export const groups: Requests<Op> = {
  view: ({ visitor, words }, { group }) => ({
    send: () => visitor(words.link(group)),
    project: ({ data }) => words.shown(data),
  }),
  viewAsAdmin: ({ admin, words }, { group }) => ({
    send: () => admin(words.groupPath(group)),
    project(body) {
      words.revisions.set(body.groupId, body.revision)
      return words.shown(body)
    },
  }),
  viewInPublic: ({ visitor, words }, { group }) => ({
    send: () => visitor(`/api/groups/${words.groupId(group)}`),
    project: words.shown,
  }),
  addresses: (context, { group }) => ({
    send: () => context.admin(context.words.groupPath(group)),
    project: async ({ images }) => ({
      images: await Promise.all(images.map((image: Body) => compareAddress(context, image))),
    }),
  }),
  feed: ({ visitor, words }, { limit, offset }) => ({
    send: () => visitor(`/api/groups?${query({ limit, offset })}`),
    project: ({ groups, totalCount }) => ({ groups: groups.map(words.shown), totalCount }),
  }),
  list: ({ admin, words }, { op: _, ...filters }) => ({
    send: () => admin(`/api/admin/groups?${query(filters)}`),
    project: ({ groups, totalCount }) => ({ groups: groups.map(words.shown), totalCount }),
  }),
  byConsent({ admin, words }, { workshop, platform, given }) {
    const filters = { displayInWorkshop: workshop, platformId: platform, platformConsent: given }
    return {
      send: () => admin(`/api/admin/groups/by-consent?${query(filters)}`),
      project: ({ count, groups }) => ({ count, groups: groups.map(({ groupId }: Body) => words.numberOf(groupId)) }),
    }
  },
  export: ({ admin, words }, { op: _, ...filters }) => ({
    send: () => admin(`/api/admin/consents/export?${query(filters)}`),
    project: (body) => ({ rows: typeof body === 'string' ? rowsOfCsv(words, body) : body.data.map(rowOfJson(words)) }),
  }),
}
