import {
  badLimit,
  type Expected,
  type Group,
  hasStatus,
  inList,
  inPublic,
  isGiven,
  missing,
  ok,
  paged,
  placeInFeed,
  refused,
  toAdmin,
  toOwner,
} from './group.ts'
import { type Operation, type Read, unknownPlatform } from './operations.ts'
import { auditedExhibition, type State } from './state.ts'

const day = 24 * 60 * 60_000
const platformNames: Readonly<Record<number, string>> = { 1: 'facebook', 2: 'instagram', 3: 'tiktok' }

const reads = [
  'look',
  'view',
  'viewAsAdmin',
  'viewInPublic',
  'addresses',
  'feed',
  'feedOf',
  'seenBy',
  'seenByAuditor',
  'list',
  'byConsent',
  'export',
  'history',
  'takedowns',
  'previewCleanup',
  'deletionLog',
  'deletionStats',
  'auditLog',
  'auditOfGroup',
  'auditStats',
] as const satisfies readonly Read['op'][]

export const isRead = (step: Operation): step is Read => reads.some((op) => op === step.op)

const deletedFrom = ({ deletionLog }: State, exhibition: number) =>
  deletionLog
    .filter((entry) => entry.exhibition === exhibition)
    .map(({ group }) => group)
    .toSorted()

function feedOf(state: State, exhibition: number | '*'): Group[] {
  const order = (a: Group, b: Group) => {
    const [dateOfA, dateOfB] = [placeInFeed(a), placeInFeed(b)]
    if (dateOfA !== dateOfB) return dateOfA < dateOfB ? -1 : 1
    return a.year - b.year || a.uploadedAt - b.uploadedAt
  }
  const shown = [...state.alive].filter((group) => state.isShown(group))
  return shown.filter((group) => exhibition === '*' || group.exhibition === exhibition).sort(order)
}

/** What the service answers to a request that changes nothing. */
export function read(state: State, step: Read): Expected {
  switch (step.op) {
    case 'look': {
      const submission = state.findSubmission(step.submission)
      if (submission === undefined) return missing('SUBMISSION_NOT_FOUND')
      const isComplete = submission.made !== undefined
      if (submission.isRolledBack) return ok({ isComplete, files: submission.made?.images.map(() => 'arrived') })
      const files = submission.files.map(({ photo }) => (isComplete || photo !== null ? 'arrived' : 'waiting'))
      return ok({ isComplete, files })
    }
    case 'view':
      return state.asOwner(step.group, 'view_group', (group) => ok(toOwner(group)))
    case 'viewAsAdmin':
      return state.asAdmin(step.group, (group) => {
        group.seen = group.revision
        return ok(toAdmin(group))
      })
    case 'addresses':
      return state.asAdmin(step.group, ({ images, exhibition, isMarked }) => {
        const served = isMarked || !state.isEnded(exhibition)
        const compared = images.map(({ image, moved }) => ({ image, moved, served, oldIsGone: true }))
        for (const image of images) image.moved = false
        return ok({ images: compared })
      })
    case 'viewInPublic':
      return state.asAdmin(step.group, (group) => (state.isShown(group) ? ok(inPublic(group)) : missing()))
    case 'feed': {
      if (badLimit(step.limit)) return refused('INVALID_PARAMETER')
      const shown = feedOf(state, 0)
      return ok({ groups: paged(shown, step).map(inPublic), totalCount: shown.length })
    }
    case 'feedOf': {
      if (step.exhibition !== '*' && state.isEnded(step.exhibition)) return missing('EXHIBITION_NOT_FOUND')
      const shown = feedOf(state, step.exhibition)
      return ok({ groups: shown.map(inPublic), totalCount: shown.length })
    }
    case 'seenBy': {
      const groups = state.newest().filter(({ exhibition }) => exhibition === step.account)
      const named = state.find(step.group)
      return ok({
        groups: groups.map(({ group }) => group),
        exported: groups.map(({ group }) => group),
        named: named && groups.includes(named) ? 200 : 404,
        // Also those of its deleted groups; a request for an unknown photo belongs to no exhibition.
        requests: state.requests
          .filter(({ group, image }) => image !== undefined && group?.exhibition === step.account)
          .map(({ request }) => request)
          .toSorted(),
        exhibitions: [step.account],
        deleted: deletedFrom(state, step.account),
      })
    }
    case 'seenByAuditor':
      return ok({ deleted: deletedFrom(state, auditedExhibition), groups: 403 })
    case 'list': {
      if (badLimit(step.limit)) return refused('INVALID_PARAMETER')
      const names = (step.consents ?? '')
        .split(',')
        .map((name) => name.trim())
        .filter(Boolean)
      const asked = [...names.filter((name) => name !== 'workshop'), ...(step.platform === null ? [] : [step.platform])]
      const ids = asked.map((name) => [1, 2, 3].find((id) => platformNames[id] === name || String(id) === name))
      if (ids.includes(undefined)) return refused('UNKNOWN_PLATFORM')
      const workshop = step.workshopOnly === true || names.includes('workshop')
      const matches = (group: Group) =>
        (!workshop && ids.length === 0) ||
        (workshop && group.workshop) ||
        ids.some((id) => id !== undefined && isGiven(group, id))
      const shown = state.newest().filter((group) => matches(group) && hasStatus(group, step.status))
      return ok({ groups: paged(shown, step).map(inList), totalCount: shown.length })
    }
    case 'byConsent': {
      if (step.platform === unknownPlatform) return refused('UNKNOWN_PLATFORM')
      const { workshop, platform, given } = step
      const ids = platform === null ? [1, 2, 3] : [platform]
      const shown = state
        .newest()
        .filter(
          (group) =>
            (workshop === null || group.workshop === workshop) &&
            ((platform === null && given === null) || ids.some((id) => isGiven(group, id)) === (given ?? true)),
        )
      return ok({ count: shown.length, groups: shown.map(({ group }) => group) })
    }
    case 'export': {
      const shown = state
        .newest()
        .filter(({ year, approved }) => year === (step.year ?? year) && approved === (step.approved ?? approved))
      return ok({
        rows: shown.map((group) => ({
          group: group.group,
          name: group.name,
          isApproved: group.approved,
          workshop: group.workshop,
          consents: [1, 2, 3].map((id) => {
            const consent = group.platforms.get(id)
            return consent?.revoked ? 'revoked' : String(consent !== undefined)
          }),
        })),
      })
    }
    case 'history':
      return state.asAdmin(step.group, ({ history }) => ok({ history: [...history] }))
    case 'takedowns': {
      const listed = [...state.alive].flatMap(({ group, platforms }) =>
        [...platforms].flatMap(([platform, consent]) =>
          consent.revoked && consent.takenDown === (step.done ?? consent.takenDown)
            ? [`${group} ${platform} ${consent.takenDown}`]
            : [],
        ),
      )
      const outlived = state.orders
        .filter(({ done }) => done === (step.done ?? done))
        .map(({ group, platform, done }) => `${group} ${platform} ${done}`)
      return ok({ takedowns: [...listed, ...outlived].toSorted() })
    }
    case 'previewCleanup':
      return ok({
        groups: state
          .overdue()
          .reverse()
          .map(({ group, uploadedAt, images }) => ({
            group,
            daysUntilDeletion: Math.floor((uploadedAt - state.now) / day + 7),
            imageCount: images.length,
          })),
      })
    case 'deletionLog':
      if (badLimit(step.limit)) return refused('INVALID_PARAMETER')
      // Deletions of one request have no defined order.
      return ok({
        deletions:
          step.limit < state.deletionLog.length
            ? step.limit
            : state.deletionLog.map(({ exhibition: _, ...entry }) => entry).toSorted((a, b) => a.group - b.group),
        total: state.deletionLog.length,
      })
    case 'deletionStats': {
      const sum = (field: 'image_count' | 'size') => state.deletionLog.reduce((total, entry) => total + entry[field], 0)
      const cleanup = state.lastCleanup === null ? null : new Date(state.lastCleanup).toISOString()
      return ok({
        groups: state.deletionLog.length,
        images: sum('image_count'),
        bytes: sum('size'),
        lastCleanup: cleanup,
      })
    }
    case 'auditLog':
      if (badLimit(step.limit)) return refused('INVALID_PARAMETER')
      return ok({ logs: state.audit.slice(0, step.limit), total: state.audit.length })
    case 'auditOfGroup': {
      const group = state.all[step.group % Math.max(1, state.all.length)]
      const logs = group ? state.audit.filter((entry) => entry.group === group.group) : []
      return ok({ logs, total: logs.length })
    }
    case 'auditStats': {
      const byType = Object.groupBy(state.audit, ({ action }) => action)
      const counts = Object.entries(byType).map(([action, some = []]) => [action, some.length] as const)
      return ok({ total: state.audit.length, byType: Object.fromEntries(counts) })
    }
  }
}
