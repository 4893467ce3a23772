import {
  deletionDueAt,
  exhibitionDeletionAt,
  isDeletionDue,
  isDeletionNear,
  type ToldDeletion,
} from '#server/domain/cleanup.ts'
import type { Exhibition } from '#server/domain/exhibition.ts'
import { notify } from '#server/groups/notify.ts'
import type { Deps, Transaction } from '#server/ports/deps.ts'

const stateOf = (id: number) => `exhibition_deletion ${id}` as const
const toldFrom = (text: string | undefined): ToldDeletion | undefined => (text ? JSON.parse(text) : undefined)

/** Tells the team once, seven days before, that the groups of an exhibition will be deleted; again when the date has changed (D85). */
export async function warnOfExhibitionDeletions(
  deps: Pick<Deps, 'settings' | 'clock'>,
  tx: Transaction,
): Promise<void> {
  const now = deps.clock.now()
  for (const { id, name, ...ending } of await tx.exhibitions.all()) {
    const dueAt = deletionDueAt(ending)
    if (dueAt === null || !isDeletionNear(dueAt, now)) continue
    const state = stateOf(id)
    if (toldFrom(await tx.serviceState.lock(state))?.dueAt === dueAt) continue
    const groupCount = await tx.exhibitions.groupCount(id)
    if (groupCount === 0) continue
    await tx.serviceState.set(state, JSON.stringify({ dueAt, toldAt: now.toISOString() } satisfies ToldDeletion))
    const payload = { name: name ?? '', deletionAt: exhibitionDeletionAt(dueAt, now).toISOString(), groupCount }
    await notify(deps, tx, { kind: 'exhibition_deletion', groupId: null, payload })
  }
}

/** An exhibition whose groups a cleanup now deletes. */
export interface DueExhibition extends Exhibition {
  readonly dueAt: string
}

export async function dueExhibitions(deps: Pick<Deps, 'database' | 'expiryClock'>): Promise<DueExhibition[]> {
  const { database, expiryClock } = deps
  const now = expiryClock.now()
  const due: DueExhibition[] = []
  for (const exhibition of await database.exhibitions.all()) {
    const dueAt = deletionDueAt(exhibition)
    if (dueAt === null) continue
    const told = toldFrom(await database.serviceState.get(stateOf(exhibition.id)))
    if (isDeletionDue(exhibition, told, now)) due.push({ ...exhibition, dueAt })
  }
  return due
}
