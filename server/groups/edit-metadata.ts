import { limits } from '#contract/limits.ts'
import { approvalAfter, editorOf } from '#server/domain/approval.ts'
import type { EditableGroup } from '#server/domain/caller.ts'
import { AppError } from '#server/domain/errors.ts'
import { optionalText } from '#server/domain/text/text.ts'
import { checkYear } from '#server/domain/time/year.ts'
import type { Deps } from '#server/ports/deps.ts'
import { lastApproved } from './last-approved.ts'
import { lockGroup, patchGroup } from './lock-group.ts'
import { type Revisions, revisionsSince } from './revisions.ts'

/** What is left out stays; an empty text removes what was there. */
export interface Metadata {
  readonly title?: string | undefined
  readonly description?: string | undefined
  readonly name?: string | undefined
  /** For admins only (D22). */
  readonly year?: number | undefined
}

const textLimits = { title: limits.title, description: limits.groupDescription, name: limits.name } as const

/** The fields given, checked. AppError NO_FIELDS, TEXT_TOO_LONG, INVALID_BODY for the year. */
function readMetadata(metadata: Metadata, now: Date) {
  const patch: { title?: string | null; description?: string | null; name?: string | null; year?: number } = {}
  for (const field of ['title', 'description', 'name'] as const) {
    if (metadata[field] !== undefined) patch[field] = optionalText(field, metadata[field], textLimits[field])
  }
  if (metadata.year !== undefined) patch.year = checkYear(metadata.year, now)
  if (Object.keys(patch).length === 0)
    throw new AppError('NO_FIELDS', 'None of the fields that can be changed was given')
  return patch
}

/**
 * Changes title, description, name or year of a group. Returns the fields given, changed or not. AppError NO_FIELDS,
 * TEXT_TOO_LONG, INVALID_BODY for a year out of range, GROUP_NOT_FOUND.
 */
export async function editMetadata(
  { database, clock }: Pick<Deps, 'database' | 'clock'>,
  target: EditableGroup,
  metadata: Metadata,
): Promise<Revisions & { updatedFields: string[] }> {
  const asked = readMetadata(metadata, clock.now())
  const fields = Object.keys(asked) as (keyof typeof asked)[]
  return database.transaction(async (tx) => {
    const group = await lockGroup(tx, target.groupId)
    const changed = fields.some((field) => group[field] !== asked[field])
    const by = editorOf(target)
    await patchGroup(tx, target.groupId, {
      ...(changed && { ...asked, ...(await lastApproved(tx, group, by)) }),
      ...approvalAfter(group, { change: 'update_metadata', by, changed }),
    })
    return { updatedFields: fields, ...(await revisionsSince(tx, group)) }
  })
}
