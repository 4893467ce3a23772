import { type GroupTexts, groupTexts, type TextName, textNames } from '#contract/texts/group-texts.ts'
import type { EditableGroup } from '#server/domain/caller.ts'
import { AppError } from '#server/domain/errors.ts'
import { optionalText } from '#server/domain/text/text.ts'
import { checkYear } from '#server/domain/time/year.ts'
import type { Deps } from '#server/ports/deps.ts'
import { approvalPatch, lockGroup, patchGroup, type Revisions, revisionsSince } from './change-group.ts'

/** What is left out stays; an empty text removes what was there. */
export interface Metadata {
  readonly texts: Readonly<Partial<Record<TextName, string | undefined>>>
  /** For admins only (D22). */
  readonly year?: number | undefined
}

/** The fields given, checked. AppError NO_FIELDS, TEXT_TOO_LONG, INVALID_BODY for the year. */
function readMetadata({ texts, year }: Metadata, now: Date) {
  const patch: { -readonly [Name in TextName]?: GroupTexts[Name] } & { year?: number } = {}
  for (const name of textNames) {
    if (texts[name] !== undefined) patch[name] = optionalText(name, texts[name], groupTexts[name].maxLength)
  }
  if (year !== undefined) patch.year = checkYear(year, now)
  if (Object.keys(patch).length === 0)
    throw new AppError('NO_FIELDS', 'None of the fields that can be changed was given')
  return patch
}

/**
 * Changes texts or the year of a group. Returns the fields given, changed or not. AppError NO_FIELDS,
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
    const group = await lockGroup(tx, target)
    const changed = fields.some((field) => group[field] !== asked[field])
    const patch = await approvalPatch(tx, group, { change: 'update_metadata', target, changed })
    await patchGroup(tx, target.groupId, { ...(changed && asked), ...patch })
    return { updatedFields: fields, ...(await revisionsSince(tx, group)) }
  })
}
