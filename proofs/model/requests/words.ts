import { randomUUID } from 'node:crypto'

// biome-ignore lint/suspicious/noExplicitAny: answers of many shapes
export type Body = any

export interface Address {
  readonly filePath: string
  readonly previewPath: string
}

/** What an address has asked for counts for an hour: each sequence has addresses of its own. */
let sequences = 0

export type Words = ReturnType<typeof createWords>

const consents = (list: Body[]) => list.map(({ platformId, revoked }) => ({ platform: platformId, revoked }))

/** Maps the model's numbers to ids, and the service's answers to these numbers. */
export function createWords() {
  const groupIds: string[] = []
  const tokens: string[] = []
  const submissionIds: string[] = []
  const requestIds: string[] = []
  sequences++
  const sequence = sequences
  const imageIds: number[] = []
  const addresses = new Map<number, Address>()
  /** The revision that an admin saw last, by group id. */
  const revisions = new Map<string, string>()
  let files = 0
  let undoId: string | null = null

  const pick = <T>(values: readonly T[], number: number, otherwise: T): T =>
    values[number % Math.max(1, values.length)] ?? otherwise
  const groupId = (group: number) => pick(groupIds, group, 'nobody')
  const numberOf = (groupId: string | null) => (groupId === null ? null : groupIds.indexOf(groupId))
  const imageOf = (id: number) => imageIds.indexOf(id)
  const image = ({ id, imageDescription, upload_order, hidden, publishedDescription }: Body) => ({
    image: imageOf(id),
    description: imageDescription,
    order: upload_order,
    ...(hidden !== undefined && { hidden }),
    ...(publishedDescription !== undefined && { published: publishedDescription }),
  })

  return {
    groupId,
    numberOf,
    imageOf,
    consents,
    addresses,
    revisions,
    idOf: (image: number) => imageIds[image] ?? -1,
    nextFile: () => `photo-${files++}.jpg`,
    link: (group: number, path = '') => `/api/manage/${pick(tokens, group, randomUUID())}${path}`,
    /** The newest is 0. */
    submissionId: (submission: number) => pick(submissionIds, submission, randomUUID()),
    learnSubmission: (submissionId: string) => submissionIds.unshift(submissionId),
    addressOf: (from: number) => `2001:db8:${sequence.toString(16)}:${from}::1`,
    requestPath: (request: number, path = '') =>
      `/api/admin/removal-requests/${pick(requestIds, request, randomUUID())}${path}`,
    requestNumberOf: (id: string) => requestIds.indexOf(id),
    learnRequest(id: string): number {
      if (!requestIds.includes(id)) requestIds.push(id)
      return requestIds.indexOf(id)
    },
    groupPath: (group: number, path = '') => `/api/admin/groups/${groupId(group)}${path}`,
    lastUndo: () => undoId ?? 'a'.repeat(22),
    learnUndo(id: string | null): void {
      undoId = id ?? undoId
    },
    learnImages(images: readonly ({ id: number } & Address)[]): void {
      for (const { id, filePath, previewPath } of images) {
        if (imageIds.includes(id)) continue
        imageIds.push(id)
        addresses.set(id, { filePath, previewPath })
      }
    },
    learnGroup({ groupId, managementToken }: { groupId: string; managementToken: string }): void {
      groupIds.push(groupId)
      tokens.push(managementToken)
    },
    shown: (group: Body) => ({
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
    }),
  }
}
