import { randomUUID } from 'node:crypto'
import { someAddress } from '#proofs/random.ts'
import { adminCredentials } from '#tests/support/admin.ts'
import {
  type Change,
  type Ending,
  endingId,
  exhibitionIds,
  type GroupState,
  type ImageState,
  type KnownGroup,
  newImage,
  type Source,
} from './book.ts'
import type { KindOfOne } from './kinds.ts'

/** Builds a change of an existing group; undefined if the group is unsuitable. */
type MakeChange = (source: Source, group: KnownGroup, state: GroupState) => Omit<Change, 'kind'> | undefined

const json = (method: string, body?: unknown): RequestInit => ({
  method,
  ...(body !== undefined && { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } }),
})
const platformNames: Readonly<Record<number, number>> = { 1: 1, 2: 2, 3: 3 }
const platformIds = Object.keys(platformNames).map(Number)

function form(field: string, { random, photos, serial }: Source, count: number) {
  const body = new FormData()
  const names: string[] = []
  for (let n = 0; n < count; n++) {
    const name = `photo-${serial()}.jpg`
    names.push(name)
    body.append(field, new Blob([new Uint8Array(random.pick(photos))], { type: 'image/jpeg' }), name)
  }
  return { body, names }
}

const blank = {
  title: null,
  description: null,
  year: new Date().getFullYear(),
  approved: false,
  workshop: false,
  exhibition: 1,
}

/**
 * With a key: the request is repeated after the crash, like the page does, and must not duplicate anything. The key of
 * another network is another key (D59).
 */
const keyed = ({ random }: Source) => ({
  headers: { 'idempotency-key': randomUUID(), 'x-forwarded-for': someAddress(random) },
})

export function uploadBatch(source: Source, group: KnownGroup): Change {
  const { random } = source
  const { body, names } = form('images', source, 1 + random.below(3))
  const platforms = platformIds.filter(() => random.chance(0.4))
  const title = `Title ${source.serial()}`
  body.append('metadata', JSON.stringify({ name: group.name, title, year: 2020 }))
  body.append('consents', JSON.stringify({ workshopConsent: true, socialMediaConsents: platforms }))
  const after: GroupState = {
    ...blank,
    title,
    year: 2020,
    workshop: true,
    platforms: Object.fromEntries(platforms.map((id) => [id, 'given' as const])),
    images: names.map(newImage),
    history: ['null give upload', ...platforms.map((id) => `${id} give upload`)],
  }
  const init = { method: 'POST', body, ...keyed(source) }
  return {
    kind: 'batch upload',
    changes: [[group, { after, message: 'upload' }]],
    send: ({ visitor }) => visitor('/api/upload/batch', init),
  }
}

export function uploadSingle(source: Source, group: KnownGroup): Change {
  const { body, names } = form('file', source, 1)
  body.append('groupName', group.name)
  const images = names.map(newImage)
  const init = { method: 'POST', body, ...keyed(source) }
  return {
    kind: 'single upload',
    changes: [[group, { after: { ...blank, platforms: {}, images, history: [] } }]],
    send: ({ visitor }) => visitor('/api/upload', init),
  }
}

const owned = (group: KnownGroup, path: string) => `/api/manage/${group.token}${path}`
const administered = (group: KnownGroup, path = '') => `/api/admin/groups/${group.groupId}${path}`
const idOf = (group: KnownGroup, name: string): number => group.stored.get(name)?.id ?? Number.NaN
const replaced = ({ images }: GroupState, image: ImageState, by: Partial<ImageState>) =>
  images.map((each) => (each === image ? { ...each, ...by } : each))
const without = <T>(values: readonly T[], value: T) => values.filter((each) => each !== value)

const exhibitions = '/api/admin/exhibitions'
const groupsOf = (exhibition: number) => `${exhibitions}/${exhibition}/groups`

const wholePhoto = { x: 0, y: 0, width: 1, height: 1 }

/** Changes of one group. */
const ofOneGroup: Readonly<Record<KindOfOne, MakeChange>> = {
  'images added': (source, group, state) => {
    const { body, names } = form('images', source, 1 + source.random.below(2))
    if (state.images.length > 6) return undefined
    const images = [...state.images, ...names.map(newImage)]
    const init = { method: 'POST', body, ...keyed(source) }
    return {
      changes: [[group, { after: { ...state, images, approved: false }, audit: 'add_images' }]],
      send: ({ visitor }) => visitor(owned(group, '/images'), init),
    }
  },
  'image deleted': ({ random }, group, state) => {
    if (state.images.length < 2) return undefined
    const image = random.pick(state.images)
    const after = { ...state, images: without(state.images, image), approved: false }
    return {
      changes: [[group, { after, audit: 'delete_image' }]],
      send: ({ visitor }) => visitor(owned(group, `/images/${idOf(group, image.name)}`), json('DELETE')),
    }
  },
  'image deleted by an admin': ({ random }, group, state) => {
    if (state.images.length < 2) return undefined
    const image = random.pick(state.images)
    return {
      changes: [[group, { after: { ...state, images: without(state.images, image) } }]],
      send: ({ admin }) => admin(administered(group, `/images/${idOf(group, image.name)}`), json('DELETE')),
    }
  },
  'group deleted': (_, group) => ({
    changes: [
      [group, { after: undefined, audit: 'delete_group', message: 'group_deleted', deletion: 'user_deletion' }],
    ],
    send: ({ visitor }) => visitor(owned(group, ''), json('DELETE')),
  }),
  'group deleted by an admin': (_, group) => ({
    changes: [[group, { after: undefined, deletion: 'admin_moderation_deletion' }]],
    send: ({ admin }) => admin(administered(group), json('DELETE')),
  }),
  approval: (_, group, state) => ({
    changes: [[group, { after: { ...state, approved: !state.approved } }]],
    send: ({ admin }) => admin(administered(group, '/approve'), json('PATCH', { approved: !state.approved })),
  }),
  'consent for the display': (_, group, state) => {
    const action = state.workshop ? 'revoke' : 'restore'
    const history = [...state.history, `null ${action} management_link`]
    const after = { ...state, workshop: !state.workshop, history }
    return {
      changes: [[group, { after, audit: `${action}_consent`, message: action }]],
      send: ({ visitor }) => visitor(owned(group, '/consents'), json('PUT', { consentType: 'workshop', action })),
    }
  },
  'consent for a platform': ({ random }, group, state) => {
    const platformId = random.pick(platformIds)
    const action = state.platforms[platformId] === 'given' ? 'revoke' : 'restore'
    const platforms = { ...state.platforms, [platformId]: action === 'restore' ? 'given' : 'revoked' } as const
    const history = [...state.history, `${platformId} ${action} management_link`]
    const body = { consentType: 'social_media', platformId, action }
    return {
      changes: [[group, { after: { ...state, platforms, history }, audit: `${action}_consent`, message: action }]],
      send: ({ visitor }) => visitor(owned(group, '/consents'), json('PUT', body)),
    }
  },
  'consents set by an admin': ({ random }, group, state) => {
    const picked = random.pick(platformIds)
    // Only the owner can give again what the owner withdrew.
    const byOwner =
      state.history.findLast((entry) => entry.startsWith(`${picked} `)) === `${picked} revoke management_link`
    const platformId = byOwner ? (platformIds.find((id) => state.platforms[id] === 'given') ?? picked) : picked
    const given = state.platforms[platformId] === 'given'
    const action = given ? 'revoke' : 'restore'
    const platforms = { ...state.platforms, [platformId]: given ? 'revoked' : 'given' } as const
    const history = [...state.history, `${platformId} ${action} admin:admin`]
    const body = { socialMediaConsents: [{ platformId, consented: !given }] }
    return {
      changes: [[group, { after: { ...state, platforms, history } }]],
      send: ({ admin }) => admin(administered(group, '/consents'), json('POST', body)),
    }
  },
  metadata: ({ serial }, group, state) => {
    const texts = { title: `Title ${serial()}`, description: `About ${serial()}` }
    return {
      changes: [[group, { after: { ...state, ...texts, approved: false }, audit: 'update_metadata' }]],
      send: ({ visitor }) => visitor(owned(group, '/metadata'), json('PUT', texts)),
    }
  },
  'metadata by an admin': ({ serial, random }, group, state) => {
    const fields = { title: `Title ${serial()}`, year: 1900 + random.below(100) }
    return {
      changes: [[group, { after: { ...state, ...fields } }]],
      send: ({ admin }) => admin(administered(group), json('PATCH', fields)),
    }
  },
  descriptions: ({ serial }, group, state) => {
    const images = state.images.map((image) => ({ ...image, description: `Seen ${serial()}` }))
    const descriptions = images.map(({ name, description }) => ({ imageId: idOf(group, name), description }))
    return {
      changes: [[group, { after: { ...state, images }, audit: 'update_descriptions' }]],
      send: ({ visitor }) => visitor(owned(group, '/images/descriptions'), json('PUT', { descriptions })),
    }
  },
  'photo hidden or shown': ({ random }, group, state) => {
    const image = random.pick(state.images)
    const hidden = !image.hidden
    return {
      changes: [[group, { after: { ...state, images: replaced(state, image, { hidden }) } }]],
      send: ({ admin }) => admin(administered(group, `/images/${idOf(group, image.name)}`), json('PATCH', { hidden })),
    }
  },
  'photo redacted': ({ random }, group, state) => {
    const image = random.pick(state.images)
    const images = replaced(state, image, { redactions: image.redactions + 1 })
    const path = `/images/${idOf(group, image.name)}/redactions`
    return {
      changes: [[group, { after: { ...state, images, approved: false }, audit: 'redact_image' }]],
      send: ({ visitor }) => visitor(owned(group, path), json('POST', { regions: [wholePhoto] })),
    }
  },
  'order of images': (_, group, state) => {
    if (state.images.length < 2) return undefined
    const images = [...state.images.slice(1), ...state.images.slice(0, 1)]
    const imageIds = images.map(({ name }) => idOf(group, name))
    return {
      changes: [[group, { after: { ...state, images }, audit: 'reorder_images' }]],
      send: ({ visitor }) => visitor(owned(group, '/reorder'), json('PUT', { imageIds })),
    }
  },
  'group moved': ({ random }, group, state) => {
    // Owners cannot add photos where the exhibition has ended.
    const exhibition = random.pick(exhibitionIds.filter((id) => id !== state.exhibition && id !== endingId))
    return {
      changes: [[group, { after: { ...state, exhibition } }]],
      send: ({ admin }) => admin(groupsOf(exhibition), json('POST', { groupIds: [group.groupId] })),
    }
  },
}

/** A change of one group; undefined if the group is unsuitable. */
export function changeOne(source: Source, kind: KindOfOne, group: KnownGroup): Change | undefined {
  const change = group.state && ofOneGroup[kind](source, group, group.state)
  return change && { kind, ...change }
}

type Several = readonly (readonly [KnownGroup, GroupState])[]
const idsOf = (groups: Several) => groups.map(([{ groupId }]) => groupId)

export const deleteInBulk = (groups: Several): Change => ({
  kind: 'groups deleted in bulk',
  changes: groups.map(([group]) => [group, { after: undefined, deletion: 'admin_moderation_deletion' }]),
  send: ({ admin }) => admin('/api/admin/groups/bulk', json('POST', { action: 'delete', groupIds: idsOf(groups) })),
})

export const approveInBulk = (groups: Several): Change => ({
  kind: 'groups approved in bulk',
  changes: groups.map(([group, state]) => [group, { after: { ...state, approved: true } }]),
  send: ({ admin }) => admin('/api/admin/groups/bulk', json('POST', { action: 'approve', groupIds: idsOf(groups) })),
})

/** All or none. */
export const moveSeveral = (exhibition: number, groups: Several): Change => ({
  kind: 'groups moved',
  changes: groups.map(([group, state]) => [group, { after: { ...state, exhibition } }]),
  send: ({ admin }) => admin(groupsOf(exhibition), json('POST', { groupIds: idsOf(groups) })),
})

/** Ends the exhibition now, or lets it go on. It changes no group. */
export const endOrResume = (ending: Ending): Change => ({
  kind: 'end of an exhibition',
  changes: [],
  async send({ admin }) {
    const isEnded = !ending.isEnded
    ending.asked = isEnded
    const endsAt = isEnded ? new Date(Date.now() - 1_000).toISOString() : null
    const response = await admin(`${exhibitions}/${endingId}`, json('PATCH', { endsAt, closesAt: null }))
    if (response.ok) Object.assign(ending, { isEnded, asked: undefined })
    return response
  },
})

export const cleanUp = (kind: 'cleanup' | 'deletion after an end', due: Several): Change => ({
  kind,
  changes: due.map(([group]) => [
    group,
    { after: undefined, deletion: group.overdue ? 'automatic_cleanup' : 'exhibition_ended' },
  ]),
  send: ({ admin }) => admin('/api/admin/cleanup/trigger', json('POST')),
})

/** They change no group. */
export const rollBack: Change = {
  kind: 'rollback',
  changes: [],
  // In a long run the login is older than the ten minutes for which it counts as confirmed.
  send: async ({ admin }) => {
    await admin('/auth/confirm', json('POST', { password: adminCredentials.password }))
    return admin('/api/system/migration/rollback', json('POST'))
  },
}
export const migrate: Change = {
  kind: 'migration',
  changes: [],
  send: ({ admin }) => admin('/api/system/migration/migrate', json('POST')),
}
