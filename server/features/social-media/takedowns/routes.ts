import { setImmediate } from 'node:timers/promises'
import type { Body } from '#contract/operation/operation.ts'
import * as contract from '#contract/social-media/takedowns.ts'
import type { ModeratedGroup, Moderator } from '#server/domain/caller.ts'
import { isInForce, platformWithId } from '#server/domain/consents/consent.ts'
import { AppError, invalidBody, orThrow } from '#server/domain/errors.ts'
import { scopeOf } from '#server/domain/group-scope.ts'
import { idFrom } from '#server/domain/text/integer.ts'
import { toTimestamp } from '#server/domain/time/timestamp.ts'
import { lockGroup } from '#server/groups/change-group.ts'
import { notify } from '#server/groups/notify.ts'
import { sendJsonList } from '#server/http/json-list.ts'
import type { Route } from '#server/http/route.ts'
import type { Deps, Transaction } from '#server/ports/deps.ts'
import type { Takedown, TakedownFilter } from '#server/ports/takedown-store.ts'

const marked = (done: boolean) => (done ? 'The takedown is marked as done' : 'The takedown is open again')

export function takedownRoutes(route: Route): void {
  route(contract.listTakedowns, ({ deps, query: { done }, scope, reply }) =>
    sendJsonList(reply, {
      name: 'takedowns',
      parts: listTakedowns(deps, { scope, done }),
      tail: (total) => ({ total }),
    }),
  )

  route(
    contract.confirmTakedown,
    async ({ deps, params: { groupId, platformId }, body: { done }, caller: moderator }) => {
      const takedown = await confirmTakedown(deps, { groupId, moderator }, { platformId, done })
      return { message: marked(done), takedown: presentTakedown(takedown) }
    },
  )

  route(contract.markTakedown, async ({ deps, params: { takedownId }, body: { done }, caller: moderator }) => {
    const takedown = await markTakedown(deps, moderator, { takedownId, done })
    return { message: marked(done), takedown: presentTakedown(takedown) }
  })

  route(contract.recordPosting, async ({ deps, params: { groupId }, body, caller: moderator }) => {
    return { posting: await recordPosting(deps, { groupId, moderator }, body) }
  })
}

const presentTakedown = ({ takenDown, ...takedown }: Takedown): contract.Takedown => ({
  ...takedown,
  done: takenDown !== null,
  doneTimestamp: takenDown?.at ?? null,
  doneBy: takenDown?.by ?? null,
})

/** All takedowns in parts, newest first. Other requests run between two parts. */
async function* listTakedowns(
  { database }: Pick<Deps, 'database'>,
  filter: Pick<TakedownFilter, 'scope' | 'done'>,
): AsyncGenerator<contract.Takedown[]> {
  for await (const part of database.takedowns.walk(filter)) {
    if (part.length > 0) yield part.map(presentTakedown)
    // An embedded database answers without yielding.
    await setImmediate()
  }
}

/**
 * Records where photos of a group were posted (D78). AppError GROUP_NOT_FOUND, UNKNOWN_PLATFORM, UNKNOWN_IMAGE,
 * NO_CONSENT unless the consent for the platform is in force.
 */
async function recordPosting(
  { database, clock }: Pick<Deps, 'database' | 'clock'>,
  target: ModeratedGroup,
  { platformId, url, imageIds = [], postedAt = clock.now().toISOString() }: Body<typeof contract.recordPosting>,
): Promise<contract.Posting> {
  const { groupId } = target
  const at = toTimestamp(postedAt)
  if (at === undefined) throw invalidBody('postedAt', `postedAt is not a time: ${postedAt}`)
  return database.transaction(async (tx) => {
    await lockGroup(tx, target)
    platformWithId(await tx.platforms.all(), platformId)
    const consent = (await tx.consents.ofGroup(groupId)).find((each) => each.platformId === platformId)
    if (consent === undefined || !isInForce(consent)) {
      const message = 'The group has no consent in force for this platform'
      throw new AppError('NO_CONSENT', message, { details: { platformId } })
    }
    const known = new Set((await tx.images.ofGroup(groupId)).map(({ id }) => id))
    const unknown = imageIds.find((id) => !known.has(id))
    if (unknown !== undefined) {
      throw new AppError('UNKNOWN_IMAGE', `The group has no image ${unknown}`, { details: { imageId: unknown } })
    }
    return tx.takedowns.addPosting({ groupId, platformId, url, imageIds, postedAt: at })
  })
}

const doneBy = (clock: Deps['clock'], { username }: Moderator, done: boolean) =>
  done ? { at: clock.now().toISOString(), username } : null

/** Marks a takedown as done by the moderator, or opens it again; who marked it first stays. AppError TAKEDOWN_NOT_FOUND. */
async function markTakedown(
  { database, clock }: Pick<Deps, 'database' | 'clock'>,
  moderator: Moderator,
  { takedownId, done }: { takedownId: string; done: boolean },
): Promise<Takedown> {
  const by = doneBy(clock, moderator, done)
  return database.transaction(async (tx) => {
    await tx.takedowns.mark(takedownId, by)
    const takedown = await tx.takedowns.find(takedownId, scopeOf(moderator))
    // One of another exhibition is left as it was, too.
    return orThrow(takedown, () => new AppError('TAKEDOWN_NOT_FOUND', 'There is no such takedown'))
  })
}

/**
 * Marks all posts of a revoked consent as removed, or as still there; who marked one first stays. Returns the first of
 * them. AppError GROUP_NOT_FOUND, TAKEDOWN_NOT_FOUND when the group has no revoked consent for the platform.
 */
export async function confirmTakedown(
  { database, clock }: Pick<Deps, 'database' | 'clock'>,
  target: ModeratedGroup,
  { platformId, done }: { platformId: string; done: boolean },
): Promise<Takedown> {
  const id = idFrom(platformId)
  const { groupId, moderator } = target
  const scope = scopeOf(moderator)
  const by = doneBy(clock, moderator, done)
  return database.transaction(async (tx) => {
    await lockGroup(tx, target)
    const ofPlatform = async () =>
      (await tx.takedowns.list({ groupId, scope })).filter((each) => each.platformId === id)
    for (const { takedownId } of await ofPlatform()) await tx.takedowns.mark(takedownId, by)
    const [takedown] = await ofPlatform()
    const message = `The group has no revoked consent for the platform ${platformId}`
    return orThrow(takedown, () => new AppError('TAKEDOWN_NOT_FOUND', message, { details: { platformId } }))
  })
}

const remindAfterMs = 3 * 24 * 60 * 60_000

/** Queues a reminder of the takedowns that have been open for more than three days. */
export async function remindOfTakedowns(deps: Pick<Deps, 'settings' | 'clock'>, tx: Transaction): Promise<void> {
  const before = new Date(deps.clock.now().getTime() - remindAfterMs).toISOString()
  const { count, oldestAt } = await tx.takedowns.openBefore(before)
  if (oldestAt === null) return
  const payload = { count, oldestAt }
  await notify(deps, tx, { kind: 'takedown_reminder', groupId: null, payload })
}
