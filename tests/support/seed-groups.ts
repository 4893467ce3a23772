import type { Group } from '#server/domain/group.ts'
import { newFileName, newGroupId, newManagementToken, newRevision, previewNameOf } from '#server/domain/names.ts'
import type { Database, Transaction } from '#server/ports/database.ts'

export interface SeedSpec extends Partial<Group> {
  readonly images?: number
  /** Platforms with a valid consent. */
  readonly platformIds?: readonly number[]
  /** Platforms whose consent was revoked. */
  readonly revokedIds?: readonly number[]
}

/** Adds the rows of groups, without files: for tests and benchmarks that look at lists. Returns them in the order given. */
export async function seedGroups(database: Database, specs: readonly SeedSpec[]): Promise<Group[]> {
  const groups: Group[] = []
  for (let start = 0; start < specs.length; start += 500) {
    await database.transaction(async (tx) => {
      for (const spec of specs.slice(start, start + 500)) groups.push(await addGroup(tx, groups.length, spec))
    })
  }
  return groups
}

async function addGroup(tx: Transaction, number: number, spec: SeedSpec): Promise<Group> {
  const { images = 1, platformIds = [], revokedIds = [], ...fields } = spec
  const at = new Date(Date.UTC(2026, 0, 1) + number * 60_000).toISOString()
  const group: Group = {
    groupId: newGroupId(),
    name: `Name ${number}`,
    title: `Title ${number}`,
    description: null,
    year: 2026,
    uploadDate: at,
    captureDate: null,
    isApproved: false,
    firstApprovedAt: fields.isApproved ? at : null,
    changesSinceApproval: [],
    lastApproved: null,
    displayInWorkshop: true,
    consentTimestamp: at,
    workshopRevokedTimestamp: null,
    managementToken: newManagementToken(),
    contentRevision: newRevision(),
    moderationNote: null,
    ...fields,
  }
  await tx.groups.insert(group)
  await tx.images.insert(Array.from({ length: images }, (_, index) => newImage(group.groupId, index + 1)))
  for (const platformId of [...platformIds, ...revokedIds]) {
    const revoked = revokedIds.includes(platformId)
    const consent = { platformId, consented: true, consentTimestamp: at }
    await tx.consents.put(group.groupId, { ...consent, revoked, revokedTimestamp: revoked ? at : null })
  }
  return group
}

function newImage(groupId: string, uploadOrder: number) {
  const fileName = newFileName('image/jpeg')
  return {
    groupId,
    fileName,
    previewName: previewNameOf(fileName),
    originalName: `${uploadOrder}.jpg`,
    fileSize: 1_000 * uploadOrder,
    mimeType: 'image/jpeg' as const,
    width: 4_032,
    height: 3_024,
    uploadOrder,
    imageDescription: 'What was made that day',
    exifDateTaken: null,
    exifCameraModel: 'Camera',
    exifLocation: null,
  }
}
