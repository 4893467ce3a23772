import {
  type Expected,
  type Group,
  hideImage,
  type Image,
  isPublic,
  lengthOf,
  missing,
  moveImages,
  type Photo,
  type RemovalRequest,
  showImage,
} from './group.ts'
import { type By, unknownPlatform } from './operations.ts'
import type { UndoStep } from './undo.ts'

const day = 24 * 60 * 60_000

type Texts = Pick<Group, 'name' | 'title' | 'year'>
type Chosen = Pick<Submission, 'platforms' | 'exhibition'>

/** The exhibition of the limited auditor. */
export const auditedExhibition = 2

interface DeletionLogEntry {
  group: number
  year: number
  image_count: number
  reason: string
  size: number
  exhibition: number
}

/** A submission. */
export interface Submission {
  readonly texts: Texts
  readonly platforms: readonly number[]
  readonly exhibition: number
  readonly files: { readonly originalName: string; readonly description: string | null; photo: number | null }[]
  expiresAt: number
  made: Group | undefined
  /** After a rollback only its group is known. */
  isRolledBack?: boolean
  isGone: boolean
}

/** What the service has stored, and the time. */
export class State {
  readonly photos: readonly Photo[]
  now: number
  images = 0
  files = 0
  lastCleanup: number | null = null
  /** After a rollback, until the first request that needs groups. */
  inJson = false
  readonly all: Group[] = []
  readonly alive = new Set<Group>()
  readonly submissions: Submission[] = []
  /** When each exhibition ends; the first is `main`. */
  readonly ends: (number | null)[] = [null, null, null]
  readonly deletionLog: DeletionLogEntry[] = []
  /** Takedowns of deleted groups (D47, D78). */
  readonly orders: { readonly group: number; readonly platform: number; done: boolean }[] = []
  /** The last step of the moderation that can be undone. */
  undo: { readonly steps: readonly UndoStep[]; readonly at: number } | null = null
  readonly requests: RemovalRequest[] = []
  readonly refusedAddresses = new Set<number>()
  readonly audit: { group: number | null; action: string; success: boolean }[] = []

  constructor(photos: readonly Photo[], start: number) {
    this.photos = photos
    this.now = start
  }

  find(number: number): Group | undefined {
    const group = this.all[number % Math.max(1, this.all.length)]
    return group && this.alive.has(group) ? group : undefined
  }

  /** Of a group, deleted or not. */
  numberOf(number: number): number | undefined {
    return this.all[number % Math.max(1, this.all.length)]?.group
  }

  isEnded(exhibition: number): boolean {
    const endsAt = this.ends[exhibition] ?? null
    return endsAt !== null && endsAt <= this.now
  }

  /** To everybody. */
  isShown(group: Group): boolean {
    return isPublic(group) && !group.isMarked && !this.isEnded(group.exhibition)
  }

  /** A submission that was begun in time may be finished until a day after the end (D81). */
  mayFinish({ exhibition }: Submission): boolean {
    const endsAt = this.ends[exhibition] ?? null
    return endsAt === null || this.now < endsAt + day
  }

  yearNow(): number {
    return new Date(this.now).getUTCFullYear()
  }

  newest(): Group[] {
    return [...this.alive].sort((a, b) => b.uploadedAt - a.uploadedAt)
  }

  /** Groups that the cleanup deletes now, newest first. */
  overdue(): Group[] {
    return this.newest().filter((group) => group.firstApprovedAt === null && group.uploadedAt < this.now - 7 * day)
  }

  nextFile(): string {
    return `photo-${this.files++}.jpg`
  }

  takePhoto(number: number, originalName: string): Image {
    const photo = this.photos[number]
    if (photo === undefined) throw new Error(`There is no photo ${number}`)
    return {
      ...{ image: this.images++, originalName, description: null, published: null },
      ...{ hidden: false, byRequest: false, moved: false, ...photo },
    }
  }

  takePhotos(numbers: readonly number[]): Image[] {
    return numbers.map((number) => this.takePhoto(number, this.nextFile()))
  }

  /** The newest is 0. It is there: it has not expired, and nobody has deleted what was made of it. */
  findSubmission(number: number): Submission | undefined {
    const submission = this.submissions.at(-1 - (number % Math.max(1, this.submissions.length)))
    if (submission === undefined || submission.isGone || submission.expiresAt <= this.now) return undefined
    return submission.made && !this.alive.has(submission.made) ? undefined : submission
  }

  /** Open, or decided so that the photo stays hidden. */
  keepsHidden({ decision, hiddenAtOnce, reason }: RemovalRequest): boolean {
    if (decision === null) return hiddenAtOnce || reason === 'my_child'
    return decision === 'keep_hidden' || decision === 'redact'
  }

  requestsOf(image: Image | undefined): RemovalRequest[] {
    return this.requests.filter((request) => request.image === image)
  }

  /** Requests have the last word over what would show a photo. */
  showUnlessRequested(group: Group, image: Image): void {
    if (!this.requestsOf(image).some((request) => this.keepsHidden(request))) showImage(group, image)
    else if (!image.byRequest) {
      image.byRequest = true
      group.revision++
    }
  }

  /** In the step that may make a group public. */
  hideRequested(group: Group): void {
    const keeps = (request: RemovalRequest) => request.decision === null && this.keepsHidden(request)
    for (const image of group.images) {
      if (this.requestsOf(image).some(keeps)) hideImage(group, image, { byRequest: true })
    }
  }

  /** An older `groups.json` may show what requests of children keep hidden (D94). */
  migrate(): void {
    this.inJson = false
    for (const group of this.alive) this.hideRequested(group)
  }

  closeRequests(images: readonly Image[]): void {
    for (const image of images) {
      for (const request of this.requestsOf(image)) request.decision ??= 'remove'
    }
  }

  removeImage(group: Group, image: Image): void {
    group.images = group.images.filter((each) => each !== image)
    group.revision++
    this.closeRequests([image])
  }

  countShown(): number {
    const groups = [...this.alive].filter((group) => isPublic(group) && !group.isMarked)
    return groups.reduce((sum, { images }) => sum + images.filter(({ hidden }) => !hidden).length, 0)
  }

  remove(group: Group, reason: string): void {
    this.alive.delete(group)
    this.closeRequests(group.images)
    for (const [platform, { revoked, takenDown }] of group.platforms) {
      const isOrdered = revoked ? !takenDown : reason !== 'automatic_cleanup'
      if (isOrdered) this.orders.push({ group: group.group, platform, done: false })
    }
    const size = group.images.reduce((sum, { bytes }) => sum + bytes, 0)
    const { year, images, exhibition } = group
    this.deletionLog.unshift({ group: group.group, year, image_count: images.length, reason, size, exhibition })
  }

  /** Returns whether it had an effect. */
  setConsent(group: Group, platform: number | null, { given, by }: { given: boolean; by: By }): boolean {
    const revokedBy = given ? null : by
    if (platform === null) {
      if (given ? group.workshop : group.workshopRevoked) return false
      Object.assign(group, { workshop: given, workshopRevoked: !given, workshopRevokedBy: revokedBy })
      if (given) this.hideRequested(group)
      if (!given) moveImages(group.images)
      return true
    }
    const consent = group.platforms.get(platform)
    if (given ? consent?.revoked === false : consent === undefined || consent.revoked) return false
    group.platforms.set(platform, { revoked: !given, revokedBy, takenDown: false })
    return true
  }

  /** Requests of owners are logged, whatever the answer. */
  asOwner(number: number, action: string, run: (group: Group) => Expected): Expected {
    const group = this.find(number)
    if (group === undefined) {
      // The link of a deleted group is no failed validation (D56).
      if (this.all.length === 0) this.audit.unshift({ group: null, action: 'invalid_token', success: false })
      return missing()
    }
    const expected = run(group)
    this.audit.unshift({ group: group.group, action, success: expected.status === 200 })
    return expected
  }

  asAdmin(number: number, run: (group: Group) => Expected): Expected {
    const group = this.find(number)
    return group === undefined ? missing() : run(group)
  }

  /** As the owner, logged as `action`, or as an admin. */
  as({ by, group }: { by: By; group: number }, action: string, run: (group: Group) => Expected): Expected {
    return by === 'owner' ? this.asOwner(group, action, run) : this.asAdmin(group, run)
  }

  checkTexts(texts: { title?: string; description?: string; name?: string; year?: number }): string[] {
    const { title = '', name = '', description = '', year } = texts
    const tooLong = lengthOf(title) > 200 || lengthOf(name) > 100 || lengthOf(description) > 2000
    const badYear = year !== undefined && (year < 1800 || year > this.yearNow() + 1)
    return [...(tooLong ? ['TEXT_TOO_LONG'] : []), ...(badYear ? ['INVALID_BODY'] : [])]
  }

  checkUpload(texts: Parameters<State['checkTexts']>[0], platforms: readonly number[]): string[] {
    return [...this.checkTexts(texts), ...(platforms.includes(unknownPlatform) ? ['UNKNOWN_PLATFORM'] : [])]
  }

  /** A group with the consents that its uploader gave. */
  newUpload(texts: Texts, images: Image[], { platforms, exhibition }: Chosen): Group {
    const group = this.newGroup(texts, images, exhibition)
    group.workshop = true
    group.history.push('workshop give upload')
    for (const platform of platforms) {
      this.setConsent(group, platform, { given: true, by: 'owner' })
      group.history.push(`${platform} give upload`)
    }
    return group
  }

  newGroup(texts: Texts, images: Image[], exhibition = 0): Group {
    const group: Group = {
      ...{ group: this.all.length, uploadedAt: this.now, description: null, ...texts },
      ...{ approved: false, firstApprovedAt: null, changes: [], revision: 0, seen: null, covered: new Set() },
      ...{ workshop: false, workshopRevoked: false, workshopRevokedBy: null },
      ...{ platforms: new Map(), history: [], images, exhibition, isMarked: this.isEnded(exhibition) },
    }
    this.all.push(group)
    this.alive.add(group)
    return group
  }
}
