import type { Operation, Status } from './operations.ts'

/** What an answer must be. Groups and images are numbers, in the order in which they came to be. */
export interface Expected {
  readonly status: number
  /** Of an error; several where more than one thing is wrong. */
  readonly codes?: readonly string[]
  /** The fields that matter. */
  readonly body?: unknown
}

/** A photo of the tests. */
export interface Photo {
  readonly bytes: number
  readonly takenAt: string | null
}

interface Image {
  readonly image: number
  readonly originalName: string
  description: string | null
  readonly takenAt: string | null
  readonly bytes: number
}

interface Consent {
  revoked: boolean
  revokedAt: number
  takenDown: boolean
}

interface Group {
  readonly group: number
  readonly uploadedAt: number
  name: string | null
  title: string | null
  description: string | null
  year: number
  approved: boolean
  everApproved: boolean
  changes: string[]
  workshop: boolean
  workshopRevoked: boolean
  readonly platforms: Map<number, Consent>
  readonly history: string[]
  images: Image[]
}

const day = 24 * 60 * 60_000
const platformNames: Readonly<Record<number, string>> = { 1: 'facebook', 2: 'instagram', 3: 'tiktok' }
const lengthOf = (text: string) => [...text.trim()].length
const textOrNull = (text: string) => text.trim() || null
const ok = (body?: unknown): Expected => ({ status: 200, body })
const refused = (...codes: string[]): Expected => ({ status: 400, codes })
const missing = (code = 'GROUP_NOT_FOUND'): Expected => ({ status: 404, codes: [code] })

const withoutGroups: readonly Operation['op'][] = [
  ...(['rollback', 'wait', 'deletionLog', 'deletionStats', 'auditLog', 'auditOfGroup', 'auditStats'] as const),
]

/** The service as the specification describes it, for one client at a time. */
export function createModel(photos: readonly Photo[], start: number) {
  let now = start
  let images = 0
  let files = 0
  let lastCleanup: number | null = null
  /** After a rollback, until the first request that needs groups. */
  let inJson = false
  const all: Group[] = []
  const alive = new Set<Group>()
  const deletionLog: { group: number; year: number; image_count: number; reason: string; size: number }[] = []
  const audit: { group: number | null; action: string; success: boolean }[] = []

  const find = (number: number): Group | undefined => {
    const group = all[number % Math.max(1, all.length)]
    return group && alive.has(group) ? group : undefined
  }
  const yearNow = () => new Date(now).getUTCFullYear()
  const newest = () => [...alive].sort((a, b) => b.uploadedAt - a.uploadedAt)
  const isPublic = (group: Group) => group.approved && !group.workshopRevoked
  const isGiven = (group: Group, platform: number) => group.platforms.get(platform)?.revoked === false
  const takePhotos = (numbers: readonly number[]): Image[] =>
    numbers.map((number) => {
      const photo = photos[number] as Photo
      return { image: images++, originalName: `photo-${files++}.jpg`, description: null, ...photo }
    })

  // How a group is shown.

  const captureDate = ({ images }: Group) => images.flatMap(({ takenAt }) => takenAt ?? []).toSorted()[0] ?? null
  const summary = (group: Group) => ({
    group: group.group,
    name: group.name,
    title: group.title,
    description: group.description,
    year: group.year,
    captureDate: captureDate(group),
    isApproved: group.approved,
    imageCount: group.images.length,
    display_in_workshop: group.workshop,
  })
  const inPublic = (group: Group) => ({
    ...summary(group),
    images: group.images.map(({ image, description }, index) => ({ image, description, order: index + 1 })),
  })
  const consentsOf = ({ platforms }: Group) =>
    [...platforms].sort(([a], [b]) => a - b).map(([platform, { revoked }]) => ({ platform, revoked }))
  const toOwner = (group: Group) => ({ ...inPublic(group), consents: consentsOf(group) })
  const changesOf = ({ changes }: Group) => ({ changedSinceApproval: changes.length > 0, changes })
  const inList = (group: Group) => ({ ...summary(group), consents: consentsOf(group), ...changesOf(group) })

  // What changes of a group lead to.

  function ownerChanged(group: Group, change: string, { resets = false, changed = true } = {}): void {
    if (resets) group.approved = false
    if (changed && group.everApproved && !group.changes.includes(change)) group.changes.push(change)
  }
  function approve(group: Group): void {
    Object.assign(group, { approved: true, everApproved: true, changes: [] })
  }
  function remove(group: Group, reason: string): void {
    alive.delete(group)
    const size = group.images.reduce((sum, { bytes }) => sum + bytes, 0)
    deletionLog.unshift({ group: group.group, year: group.year, image_count: group.images.length, reason, size })
  }
  /** Answers whether it made a difference. */
  function setConsent(group: Group, platform: number | null, given: boolean): boolean {
    if (platform === null) {
      if (given ? group.workshop : group.workshopRevoked) return false
      Object.assign(group, { workshop: given, workshopRevoked: !given })
      return true
    }
    const consent = group.platforms.get(platform)
    if (given ? consent?.revoked === false : consent === undefined || consent.revoked) return false
    group.platforms.set(platform, { revoked: !given, revokedAt: now, takenDown: false })
    return true
  }
  const overdue = () => newest().filter((group) => !group.everApproved && group.uploadedAt < now - 7 * day)

  // Requests of owners are logged, whatever comes of them.

  function asOwner(number: number, action: string, run: (group: Group) => Expected): Expected {
    const group = find(number)
    if (group === undefined) {
      audit.unshift({ group: null, action: 'invalid_token', success: false })
      return missing()
    }
    const expected = run(group)
    audit.unshift({ group: group.group, action, success: expected.status === 200 })
    return expected
  }
  const asAdmin = (number: number, run: (group: Group) => Expected): Expected => {
    const group = find(number)
    return group === undefined ? missing() : run(group)
  }
  const as = (by: 'owner' | 'admin', number: number, action: string, run: (group: Group) => Expected) =>
    by === 'owner' ? asOwner(number, action, run) : asAdmin(number, run)

  function checkTexts(texts: { title?: string; description?: string; name?: string; year?: number }): string[] {
    const { title = '', name = '', description = '', year } = texts
    const tooLong = lengthOf(title) > 200 || lengthOf(name) > 100 || lengthOf(description) > 2000
    const badYear = year !== undefined && (year < 1800 || year > yearNow() + 1)
    return [...(tooLong ? ['TEXT_TOO_LONG'] : []), ...(badYear ? ['INVALID_BODY'] : [])]
  }
  const paged = <T>(list: readonly T[], { limit, offset }: { limit: number | null; offset: number | null }) =>
    list.slice(offset ?? 0, limit === null ? undefined : (offset ?? 0) + limit)
  const badLimit = (limit: number | null) => limit !== null && (limit < 1 || limit > 1000)

  function apply(step: Operation): Expected {
    now += 1000
    if (!withoutGroups.includes(step.op)) inJson = false
    switch (step.op) {
      case 'upload': {
        const { platforms, title, name, year } = step
        const bytes = takePhotos(step.photos)
        const wrong = checkTexts({ title, name, ...(year !== null && { year }) })
        if (platforms.includes(4)) wrong.push('UNKNOWN_PLATFORM')
        if (wrong.length > 0) {
          images -= bytes.length
          return refused(...wrong)
        }
        const [first] = bytes
        if (first) first.description = textOrNull([...step.text.trim()].slice(0, 200).join(''))
        const group = newGroup({ name: textOrNull(name), title: textOrNull(title), year: year ?? yearNow() }, bytes)
        group.workshop = true
        group.history.push('workshop give upload')
        for (const platform of platforms) {
          setConsent(group, platform, true)
          group.history.push(`${platform} give upload`)
        }
        return ok(toOwner(group))
      }
      case 'uploadOne': {
        const bytes = takePhotos([step.photo])
        if (lengthOf(step.name ?? '') > 100) {
          images -= 1
          return refused('TEXT_TOO_LONG')
        }
        const name = textOrNull(step.name ?? '') ?? (bytes[0]?.originalName ?? '').replace('.jpg', '')
        const group = newGroup({ name, title: null, year: yearNow() }, bytes)
        return ok({ group: group.group, name })
      }
      case 'add': {
        const bytes = takePhotos(step.photos)
        const expected = asOwner(step.group, 'add_images', (group) => {
          if (group.images.length + bytes.length > 50) return refused('TOO_MANY_IMAGES')
          group.images.push(...bytes)
          ownerChanged(group, 'add_images', { resets: true })
          return ok({ newImagesCount: bytes.length, totalImagesCount: group.images.length })
        })
        if (expected.status !== 200) images -= bytes.length
        return expected
      }
      case 'deleteImage':
        return as(step.by, step.group, 'delete_image', (group) => {
          if (step.image === 4) return missing('IMAGE_NOT_FOUND')
          if (group.images.length === 1) return refused('LAST_IMAGE')
          const [image] = group.images.splice(step.image % group.images.length, 1)
          if (step.by === 'owner') ownerChanged(group, 'delete_image', { resets: true })
          return ok({ image: image?.image, ...(step.by === 'owner' && { remainingImages: group.images.length }) })
        })
      case 'reorder':
        return as(step.by, step.group, 'reorder_images', (group) => {
          const { how } = step
          if (['short', 'twice', 'foreign'].includes(how)) return refused('INVALID_IMAGE_ORDER')
          const before = [...group.images]
          if (how === 'reverse') group.images.reverse()
          if (how === 'rotate') group.images.push(...group.images.splice(0, 1))
          const changed = group.images.some((image, index) => image !== before[index])
          if (step.by === 'owner') ownerChanged(group, 'reorder_images', { changed })
          return ok({ order: group.images.map(({ image }) => image) })
        })
      case 'describe':
        if (step.by === 'admin' && lengthOf(step.text) > 200) return refused('TEXT_TOO_LONG')
        return as(step.by, step.group, 'update_descriptions', (group) => {
          if (lengthOf(step.text) > 200) return refused('TEXT_TOO_LONG')
          const image = step.image === 4 ? undefined : group.images[step.image % group.images.length]
          if (image === undefined) return step.by === 'owner' ? refused('UNKNOWN_IMAGE') : missing('IMAGE_NOT_FOUND')
          const description = textOrNull(step.text)
          const changed = image.description !== description
          image.description = description
          if (step.by === 'owner') ownerChanged(group, 'update_descriptions', { changed })
          return ok(step.by === 'owner' ? { updatedCount: 1 } : { description })
        })
      case 'metadata': {
        const { year, ...texts } = step.fields
        const fields = step.by === 'owner' ? texts : step.fields
        const wrong = Object.keys(fields).length === 0 ? ['NO_FIELDS'] : checkTexts(fields)
        if (step.by === 'admin' && wrong.length > 0) return refused(...wrong)
        return as(step.by, step.group, 'update_metadata', (group) => {
          if (wrong.length > 0) return refused(...wrong)
          const wanted = Object.entries(fields).map(([field, value]) => [
            field,
            typeof value === 'string' ? textOrNull(value) : value,
          ])
          const changed = wanted.some(([field, value]) => group[field as keyof Group] !== value)
          Object.assign(group, Object.fromEntries(wanted))
          if (step.by === 'owner') ownerChanged(group, 'update_metadata', { resets: true, changed })
          return ok({ updatedFields: Object.keys(fields).sort() })
        })
      }
      case 'consent': {
        const { platform, action } = step
        return asOwner(step.group, `${action}_consent`, (group) => {
          if (platform === 4) return refused('UNKNOWN_PLATFORM')
          if (setConsent(group, platform, action === 'restore')) {
            ownerChanged(group, `${action}_consent`)
            group.history.push(`${platform ?? 'workshop'} ${action} management`)
          }
          return ok({ newValue: action === 'restore' })
        })
      }
      case 'setConsents': {
        const { workshop, platforms } = step
        if (workshop === undefined && platforms === undefined) return refused('NO_FIELDS')
        return asAdmin(step.group, (group) => {
          const asked = new Map<number | null, boolean>(platforms)
          if ([...asked.keys()].includes(4)) return refused('UNKNOWN_PLATFORM')
          const inOrder = [...(workshop === undefined ? [] : [[null, workshop] as const]), ...asked]
          for (const [platform, given] of inOrder) {
            if (!setConsent(group, platform, given)) continue
            group.history.push(`${platform ?? 'workshop'} ${given ? 'restore' : 'revoke'} admin`)
          }
          return ok({ workshop: group.workshop, consents: consentsOf(group) })
        })
      }
      case 'approve':
        return asAdmin(step.group, (group) => {
          if (step.approved ?? true) approve(group)
          else group.approved = false
          return ok({ isApproved: group.approved })
        })
      case 'bulk': {
        const asked = [...new Set(step.groups.map((number) => number % Math.max(1, all.length)))]
        const results = asked.map((number) => {
          const group = find(number)
          if (group === undefined) return 'GROUP_NOT_FOUND'
          if (step.action === 'approve') approve(group)
          if (step.action === 'unapprove') group.approved = false
          return true
        })
        if (step.action === 'delete') {
          const found = asked.flatMap((number) => find(number) ?? [])
          for (const group of found) remove(group, 'admin_moderation_deletion')
        }
        return ok({ results })
      }
      case 'deleteGroup':
        return as(step.by, step.group, 'delete_group', (group) => {
          remove(group, step.by === 'owner' ? 'user_deletion' : 'admin_moderation_deletion')
          return ok(step.by === 'owner' ? { imagesDeleted: group.images.length } : {})
        })
      case 'takeDown':
        return asAdmin(step.group, (group) => {
          const consent = group.platforms.get(step.platform)
          if (!consent?.revoked) return missing('TAKEDOWN_NOT_FOUND')
          consent.takenDown = step.done
          return ok({ done: step.done })
        })
      case 'cleanup': {
        const due = overdue().reverse()
        for (const group of due) remove(group, 'automatic_cleanup')
        lastCleanup = now
        return ok({ deletedGroups: due.length })
      }
      case 'wait':
        now += step.hours * 60 * 60_000
        return ok()
      case 'rollback': {
        const groupsRestored = inJson ? 0 : alive.size
        inJson = true
        return ok({ groupsRestored })
      }

      case 'view':
        return asOwner(step.group, 'view_group', (group) => ok(toOwner(group)))
      case 'viewAsAdmin':
        return asAdmin(step.group, (group) => ok({ ...toOwner(group), ...changesOf(group) }))
      case 'viewInPublic':
        return asAdmin(step.group, (group) => (isPublic(group) ? ok(inPublic(group)) : missing()))
      case 'feed': {
        if (badLimit(step.limit)) return refused('INVALID_PARAMETER')
        const date = (group: Group) => captureDate(group) ?? `${group.year}-01-01`
        const order = (a: Group, b: Group) =>
          date(a) < date(b) ? -1 : date(a) > date(b) ? 1 : a.year - b.year || a.uploadedAt - b.uploadedAt
        const shown = [...alive].filter(isPublic).sort(order)
        return ok({ groups: paged(shown, step).map(inPublic), totalCount: shown.length })
      }
      case 'list': {
        if (badLimit(step.limit)) return refused('INVALID_PARAMETER')
        const names = (step.consents ?? '')
          .split(',')
          .map((name) => name.trim())
          .filter(Boolean)
        const asked = [
          ...names.filter((name) => name !== 'workshop'),
          ...(step.platform === null ? [] : [step.platform]),
        ]
        const ids = asked.map((name) => [1, 2, 3].find((id) => platformNames[id] === name || String(id) === name))
        if (ids.includes(undefined)) return refused('UNKNOWN_PLATFORM')
        const workshop = step.workshopOnly === true || names.includes('workshop')
        const matches = (group: Group) =>
          (!workshop && ids.length === 0) ||
          (workshop && group.workshop) ||
          ids.some((id) => id !== undefined && isGiven(group, id))
        const shown = newest().filter((group) => matches(group) && hasStatus(group, step.status))
        return ok({ groups: paged(shown, step).map(inList), totalCount: shown.length })
      }
      case 'byConsent': {
        if (step.platform === 4) return refused('UNKNOWN_PLATFORM')
        const { workshop, platform, given } = step
        const ids = platform === null ? [1, 2, 3] : [platform]
        const shown = newest().filter(
          (group) =>
            (workshop === null || group.workshop === workshop) &&
            ((platform === null && given === null) || ids.some((id) => isGiven(group, id)) === (given ?? true)),
        )
        return ok({ count: shown.length, groups: shown.map(({ group }) => group) })
      }
      case 'export': {
        const shown = newest().filter(
          ({ year, approved }) => year === (step.year ?? year) && approved === (step.approved ?? approved),
        )
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
        return asAdmin(step.group, ({ history }) => ok({ history: [...history] }))
      case 'takedowns': {
        const listed = [...alive].flatMap(({ group, platforms }) =>
          [...platforms].flatMap(([platform, consent]) =>
            consent.revoked && consent.takenDown === (step.done ?? consent.takenDown)
              ? [`${group} ${platform} ${consent.takenDown}`]
              : [],
          ),
        )
        return ok({ takedowns: listed.toSorted() })
      }
      case 'previewCleanup':
        return ok({
          groups: overdue()
            .reverse()
            .map(({ group, uploadedAt, images }) => ({
              group,
              daysUntilDeletion: Math.floor((uploadedAt - now) / day + 7),
              imageCount: images.length,
            })),
        })
      case 'deletionLog':
        if (badLimit(step.limit)) return refused('INVALID_PARAMETER')
        // Several deletions of one request have no order among them.
        return ok({
          deletions: step.limit < deletionLog.length ? step.limit : deletionLog.toSorted((a, b) => a.group - b.group),
          total: deletionLog.length,
        })
      case 'deletionStats': {
        const sum = (field: 'image_count' | 'size') => deletionLog.reduce((total, entry) => total + entry[field], 0)
        const cleanup = lastCleanup === null ? null : new Date(lastCleanup).toISOString()
        return ok({ groups: deletionLog.length, images: sum('image_count'), bytes: sum('size'), lastCleanup: cleanup })
      }
      case 'auditLog':
        if (badLimit(step.limit)) return refused('INVALID_PARAMETER')
        return ok({ logs: audit.slice(0, step.limit), total: audit.length })
      case 'auditOfGroup': {
        const group = all[step.group % Math.max(1, all.length)]
        const logs = group ? audit.filter((entry) => entry.group === group.group) : []
        return ok({ logs, total: logs.length })
      }
      case 'auditStats': {
        const byType = Object.groupBy(audit, ({ action }) => action)
        const counts = Object.entries(byType).map(([action, some = []]) => [action, some.length] as const)
        return ok({ total: audit.length, byType: Object.fromEntries(counts) })
      }
    }
  }

  function newGroup(texts: Pick<Group, 'name' | 'title' | 'year'>, images: Image[]): Group {
    const group: Group = {
      ...{ group: all.length, uploadedAt: now, description: null, ...texts },
      ...{ approved: false, everApproved: false, changes: [], workshop: false, workshopRevoked: false },
      ...{ platforms: new Map(), history: [], images },
    }
    all.push(group)
    alive.add(group)
    return group
  }

  return {
    apply,
    now: () => new Date(now),
    /** Numbers of the images of a group, in their order; undefined for one that is gone. */
    imagesOf: (number: number) => find(number)?.images.map(({ image }) => image),
    groups: () => all.length,
  }
}

function hasStatus({ approved, changes }: Group, status: Status | null): boolean {
  if (status === 'changed') return changes.length > 0
  return status === null || approved === (status === 'approved')
}
