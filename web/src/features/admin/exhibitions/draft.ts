import type { Input } from '#web/api/client.ts'
import type { Exhibition } from '#web/features/admin/shared/exhibitions.ts'
import { withoutEmpty, withTyped } from '#web/features/admin/shared/form/with-typed.ts'
import { fromLocalTime, toLocalTime } from '#web/features/admin/texts/dates.ts'

export const timeFields = ['opensAt', 'closesAt', 'endsAt'] as const
type TimeField = (typeof timeFields)[number]

/** An exhibition as the form has it: times as their fields show them, and '' for an empty text. */
export type Draft = Pick<Exhibition, 'name' | 'deletedAfterDays' | 'texts' | 'platformIds'> &
  Readonly<Record<TimeField | 'accessCode', string>>

export const draftOf = ({ name, deletedAfterDays, accessCode, texts, platformIds, ...times }: Exhibition): Draft => ({
  name,
  opensAt: toLocalTime(times.opensAt),
  closesAt: toLocalTime(times.closesAt),
  endsAt: toLocalTime(times.endsAt),
  deletedAfterDays,
  accessCode: accessCode ?? '',
  texts,
  platformIds,
})

/** The same times for the server. */
export const timesFrom = (draft: Partial<Draft>): Partial<Record<TimeField, string | null>> => {
  const given = timeFields.flatMap((field) => {
    const local = draft[field]
    return local === undefined ? [] : [[field, local === '' ? null : fromLocalTime(local)] as const]
  })
  return Object.fromEntries(given)
}

/** The texts are replaced as a whole, so those that were not typed are sent, too. */
export const changeFrom = (
  changes: Partial<Draft>,
  { texts }: Exhibition,
): Input<'PATCH /api/admin/exhibitions/{id}'>['body'] => ({
  ...changes,
  ...(changes.texts && { texts: withoutEmpty(withTyped(texts, changes.texts)) ?? {} }),
  ...(changes.accessCode !== undefined && { accessCode: changes.accessCode || null }),
  ...timesFrom(changes),
})

/** Where an exhibition is between its times. */
export const stateOf = ({ isEnded, isOpen, closesAt }: Exhibition) => {
  if (isEnded) return 'ended'
  if (isOpen) return 'open'
  return closesAt !== null && Date.parse(closesAt) <= Date.now() ? 'closed' : 'planned'
}
