import { randomUUID } from 'node:crypto'
import { parse } from 'csv-parse/sync'
import type { Operation } from './operations.ts'

/** An answer in the words of the model. */
export interface Actual {
  readonly status: number
  readonly code: string | undefined
  readonly body: unknown
}

// biome-ignore lint/suspicious/noExplicitAny: answers of many shapes
type Body = any
type Send = (path: string, init?: RequestInit & { json?: unknown }) => Promise<Response>

export interface Service {
  /** Each time from another address, so that nothing is counted together. */
  readonly visitor: Send
  readonly admin: Send
  readonly photos: readonly Buffer[]
}

interface Request {
  readonly send: () => Promise<Response>
  /** The fields of a successful answer that the model knows. */
  readonly project?: (body: Body) => unknown
}

const platforms = ['facebook', 'instagram', 'tiktok']
const query = (fields: Record<string, unknown>) =>
  new URLSearchParams(
    Object.entries(fields).flatMap(([name, value]) => (value === null ? [] : [[name, String(value)]])),
  ).toString()

/** Sends what the operations say, and puts what comes back into the words of the model. */
export function createRequests({ visitor, admin, photos }: Service) {
  const groupIds: string[] = []
  const tokens: string[] = []
  const imageIds: number[] = []
  let files = 0

  const pick = <T>(values: readonly T[], number: number, otherwise: T): T =>
    values[number % Math.max(1, values.length)] ?? otherwise
  const link = (group: number, path = '') => `/api/manage/${pick(tokens, group, randomUUID())}${path}`
  const groupPath = (group: number, path = '') => `/api/admin/groups/${pick(groupIds, group, 'nobody')}${path}`
  const numberOf = (groupId: string | null) => (groupId === null ? null : groupIds.indexOf(groupId))
  const imageOf = (id: number) => imageIds.indexOf(id)

  function form(field: string, numbers: readonly number[]) {
    const body = new FormData()
    const names = numbers.map((number) => {
      const name = `photo-${files++}.jpg`
      body.append(field, new Blob([new Uint8Array(photos[number] ?? Buffer.alloc(0))], { type: 'image/jpeg' }), name)
      return name
    })
    return { body, names }
  }
  function learn(images: readonly { id: number }[]): void {
    for (const { id } of images) if (!imageIds.includes(id)) imageIds.push(id)
  }
  function learnGroup({ groupId, managementToken }: { groupId: string; managementToken: string }): void {
    groupIds.push(groupId)
    tokens.push(managementToken)
  }

  const image = ({ id, imageDescription, upload_order }: Body) => ({
    image: imageOf(id),
    description: imageDescription,
    order: upload_order,
  })
  const consents = (list: Body[]) => list.map(({ platformId, revoked }) => ({ platform: platformId, revoked }))
  const shown = (group: Body) => ({
    group: numberOf(group.groupId),
    name: group.name,
    title: group.title,
    description: group.description,
    year: group.year,
    captureDate: group.captureDate,
    isApproved: group.isApproved,
    imageCount: group.imageCount,
    display_in_workshop: group.display_in_workshop,
    ...(group.images && { images: group.images.map(image) }),
    ...(group.socialMediaConsents && { consents: consents(group.socialMediaConsents) }),
    ...(group.changesSinceApproval && {
      changedSinceApproval: group.changedSinceApproval,
      changes: group.changesSinceApproval,
    }),
  })
  const entries = ({ logs, total }: Body) => ({
    logs: logs.map(({ group_id, action, success }: Body) => ({ group: numberOf(group_id), action, success })),
    total,
  })

  /** `order`: numbers of the group's images before the operation; undefined for a group that is gone. */
  function request(step: Operation, order: readonly number[] | undefined): Request {
    const ids = (order ?? []).map((number) => imageIds[number] ?? -1)
    const idAt = (number: number) => (number === 4 ? 999_999_999 : pick(ids, number, 1))
    switch (step.op) {
      case 'upload': {
        const { body, names } = form('images', step.photos)
        const { name, title, year, text } = step
        body.append('metadata', JSON.stringify({ name, title, ...(year !== null && { year }) }))
        body.append('descriptions', JSON.stringify([{ fileName: names[0], description: text }]))
        body.append('consents', JSON.stringify({ workshopConsent: true, socialMediaConsents: step.platforms }))
        return {
          send: () => visitor('/api/upload/batch', { method: 'POST', body }),
          project(answer) {
            learnGroup(answer)
            learn(answer.images)
            return shown(answer)
          },
        }
      }
      case 'uploadOne': {
        const { body } = form('file', [step.photo])
        if (step.name !== null) body.append('groupName', step.name)
        return {
          send: () => visitor('/api/upload', { method: 'POST', body }),
          async project(answer) {
            learnGroup(answer)
            const { images } = (await (await admin(`/api/admin/groups/${answer.groupId}`)).json()) as Body
            learn(images)
            return { group: numberOf(answer.groupId), name: answer.groupName }
          },
        }
      }
      case 'add': {
        const { body } = form('images', step.photos)
        return {
          send: () => visitor(link(step.group, '/images'), { method: 'POST', body }),
          project({ data: { newImagesCount, totalImagesCount, images } }) {
            learn(images)
            return { newImagesCount, totalImagesCount }
          },
        }
      }
      case 'deleteImage': {
        const id = idAt(step.image)
        return step.by === 'owner'
          ? {
              send: () => visitor(link(step.group, `/images/${id}`), { method: 'DELETE' }),
              project: ({ data }) => ({ image: imageOf(data.imageId), remainingImages: data.remainingImages }),
            }
          : {
              send: () => admin(groupPath(step.group, `/images/${id}`), { method: 'DELETE' }),
              project: ({ imageId }) => ({ image: imageOf(imageId) }),
            }
      }
      case 'reorder': {
        const [first = 1, ...rest] = ids
        const orders = {
          reverse: ids.toReversed(),
          rotate: [...rest, first],
          same: ids,
          short: rest,
          twice: [...ids, first],
          foreign: [...rest, 999_999_999],
        }
        const json = { imageIds: ids.length > 0 || step.how !== 'same' ? orders[step.how] : [1] }
        return {
          send: () =>
            step.by === 'owner'
              ? visitor(link(step.group, '/reorder'), { method: 'PUT', json })
              : admin(groupPath(step.group, '/reorder'), { method: 'PUT', json }),
          project: ({ data }) => ({ order: data.imageIds.map(imageOf) }),
        }
      }
      case 'describe': {
        const imageId = idAt(step.image)
        const descriptions = [{ imageId, description: step.text }]
        return step.by === 'owner'
          ? {
              send: () => visitor(link(step.group, '/images/descriptions'), { method: 'PUT', json: { descriptions } }),
              project: ({ updatedCount }) => ({ updatedCount }),
            }
          : {
              send: () =>
                admin(groupPath(step.group, `/images/${imageId}`), {
                  method: 'PATCH',
                  json: { image_description: step.text },
                }),
              project: ({ imageDescription }) => ({ description: imageDescription }),
            }
      }
      case 'metadata':
        return {
          send: () =>
            step.by === 'owner'
              ? visitor(link(step.group, '/metadata'), { method: 'PUT', json: step.fields })
              : admin(groupPath(step.group), { method: 'PATCH', json: step.fields }),
          project: (body) => ({ updatedFields: (body.data ?? body).updatedFields.toSorted() }),
        }
      case 'consent': {
        const { platform, action } = step
        const json =
          platform === null
            ? { consentType: 'workshop', action }
            : { consentType: 'social_media', platformId: platform, action }
        return {
          send: () => visitor(link(step.group, '/consents'), { method: 'PUT', json }),
          project: ({ data }) => ({ newValue: data.newValue }),
        }
      }
      case 'setConsents': {
        const { workshop, platforms } = step
        const json = {
          ...(workshop !== undefined && { workshopConsent: workshop }),
          ...(platforms && {
            socialMediaConsents: platforms.map(([platformId, consented]) => ({ platformId, consented })),
          }),
        }
        return {
          send: () => admin(groupPath(step.group, '/consents'), { method: 'POST', json }),
          project: (body) => ({ workshop: body.workshopConsent, consents: consents(body.socialMediaConsents) }),
        }
      }
      case 'approve': {
        const body = step.approved === null ? {} : { json: { approved: step.approved } }
        return {
          send: () => admin(groupPath(step.group, '/approve'), { method: 'PATCH', ...body }),
          project: ({ isApproved }) => ({ isApproved }),
        }
      }
      case 'bulk': {
        const ids = step.groups.map((group) => pick(groupIds, group, 'nobody'))
        return {
          send: () => admin('/api/admin/groups/bulk', { method: 'POST', json: { action: step.action, groupIds: ids } }),
          project: ({ results }) => ({ results: results.map(({ ok, code }: Body) => code ?? ok) }),
        }
      }
      case 'deleteGroup':
        return step.by === 'owner'
          ? {
              send: () => visitor(link(step.group), { method: 'DELETE' }),
              project: ({ data }) => ({ imagesDeleted: data.imagesDeleted }),
            }
          : { send: () => admin(groupPath(step.group), { method: 'DELETE' }), project: () => ({}) }
      case 'takeDown':
        return {
          send: () =>
            admin(`/api/admin/consents/takedowns/${pick(groupIds, step.group, 'nobody')}/${step.platform}`, {
              method: 'PATCH',
              json: { done: step.done },
            }),
          project: ({ takedown }) => ({ done: takedown.done }),
        }
      case 'cleanup':
        return {
          send: () => admin('/api/admin/cleanup/trigger', { method: 'POST' }),
          project: ({ deletedGroups }) => ({ deletedGroups }),
        }
      case 'wait':
        return { send: () => visitor('/health') }
      case 'rollback':
        return {
          send: () => admin('/api/system/migration/rollback', { method: 'POST' }),
          project: ({ groupsRestored }) => ({ groupsRestored }),
        }

      case 'view':
        return { send: () => visitor(link(step.group)), project: ({ data }) => shown(data) }
      case 'viewAsAdmin':
        return { send: () => admin(groupPath(step.group)), project: shown }
      case 'viewInPublic':
        return { send: () => visitor(`/api/groups/${pick(groupIds, step.group, 'nobody')}`), project: shown }
      case 'feed': {
        const { limit, offset } = step
        return {
          send: () => visitor(`/api/groups?${query({ limit, offset })}`),
          project: ({ groups, totalCount }) => ({ groups: groups.map(shown), totalCount }),
        }
      }
      case 'list': {
        const { op: _, ...filters } = step
        return {
          send: () => admin(`/api/admin/groups?${query(filters)}`),
          project: ({ groups, totalCount }) => ({ groups: groups.map(shown), totalCount }),
        }
      }
      case 'byConsent': {
        const filters = { displayInWorkshop: step.workshop, platformId: step.platform, platformConsent: step.given }
        return {
          send: () => admin(`/api/admin/groups/by-consent?${query(filters)}`),
          project: ({ count, groups }) => ({ count, groups: groups.map(({ groupId }: Body) => numberOf(groupId)) }),
        }
      }
      case 'export': {
        const { op: _, ...filters } = step
        return {
          send: () => admin(`/api/admin/consents/export?${query(filters)}`),
          project: (body) => ({ rows: typeof body === 'string' ? rowsOfCsv(body) : body.data.map(rowOfJson) }),
        }
      }
      case 'history':
        return {
          send: () => admin(groupPath(step.group, '/consent-history')),
          project: ({ history }) => ({
            history: history.map(
              ({ platformId, action, source }: Body) => `${platformId ?? 'workshop'} ${action} ${source}`,
            ),
          }),
        }
      case 'takedowns':
        return {
          send: () => admin(`/api/admin/consents/takedowns?${query({ done: step.done })}`),
          project: ({ takedowns }) => ({
            takedowns: takedowns
              .map(({ groupId, platformId, done }: Body) => `${numberOf(groupId)} ${platformId} ${done}`)
              .toSorted(),
          }),
        }
      case 'previewCleanup':
        return {
          send: () => admin('/api/admin/cleanup/preview'),
          project: ({ groups }) => ({
            groups: groups.map(({ id, daysUntilDeletion, imageCount }: Body) => ({
              group: numberOf(id),
              daysUntilDeletion,
              imageCount,
            })),
          }),
        }
      case 'deletionLog':
        return {
          send: () => admin(`/api/admin/deletion-log?limit=${step.limit}`),
          project({ deletions, total }) {
            const all = deletions.map(({ group_id, year, image_count, deletion_reason, total_file_size }: Body) => ({
              group: numberOf(group_id),
              year,
              image_count,
              reason: deletion_reason,
              size: total_file_size,
            }))
            all.sort((a: Body, b: Body) => a.group - b.group)
            return { deletions: step.limit < total ? all.length : all, total }
          },
        }
      case 'deletionStats':
        return {
          send: () => admin('/api/admin/deletion-log/stats'),
          project: ({ totalDeleted, totalImages, totalSizeBytes, lastCleanup }) => ({
            groups: totalDeleted,
            images: totalImages,
            bytes: totalSizeBytes,
            lastCleanup,
          }),
        }
      case 'auditLog':
        return { send: () => admin(`/api/admin/management-audit?limit=${step.limit}`), project: entries }
      case 'auditOfGroup':
        return {
          send: () => admin(`/api/admin/management-audit/group/${pick(groupIds, step.group, 'nobody')}`),
          project: entries,
        }
      case 'auditStats':
        return {
          send: () => admin('/api/admin/management-audit/stats'),
          project: ({ totalActions, actionsByType }) => ({ total: totalActions, byType: actionsByType }),
        }
    }
  }

  const inWords = (consents: Body[]) =>
    [1, 2, 3].map((id) => {
      const consent = consents.find(({ platformId }) => platformId === id)
      return consent?.revoked ? 'revoked' : String(consent !== undefined)
    })
  const rowOfJson = (row: Body) => ({
    group: numberOf(row.groupId),
    name: row.groupName,
    isApproved: row.isApproved,
    workshop: row.workshopConsent,
    consents: inWords(row.socialMediaConsents),
  })
  const rowsOfCsv = (text: string) =>
    (parse(text, { bom: true, columns: true }) as Record<string, string>[]).map((row) => ({
      group: numberOf(row.groupId ?? ''),
      // A leading apostrophe is what neutralises a formula (D31).
      name: row.groupName?.replace(/^'(?==)/, '') || null,
      isApproved: row.isApproved === 'true',
      workshop: row.workshopConsent === 'true',
      consents: platforms.map((platform) => row[platform]),
    }))

  return {
    /** The request is made up at once and sent when it is asked for. */
    prepare(step: Operation, order: readonly number[] | undefined): () => Promise<Actual> {
      const { send, project } = request(step, order)
      return async () => {
        const response = await send()
        const text = await response.text()
        const body = response.headers.get('content-type')?.startsWith('text/csv') ? text : JSON.parse(text)
        const { status } = response
        return { status, code: body.code, body: status === 200 ? await project?.(body) : undefined }
      }
    },
  }
}
