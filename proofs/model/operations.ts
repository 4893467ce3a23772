import fc from 'fast-check'

export const unknownPlatform = 99

/**
 * The actions of visitors and admins as plain data, so that a counterexample is readable. Groups and images are named by
 * numbers that wrap around: `group: 3` is one of all groups so far, including deleted ones.
 */
export type Operation =
  | {
      op: 'upload'
      photos: number[]
      name: string
      title: string
      year: number | null
      platforms: number[]
      text: string
      exhibition: number
    }
  | { op: 'uploadOne'; photo: number; name: string | null }
  | { op: 'add'; group: number; photos: number[] }
  | {
      op: 'begin'
      files: number
      name: string
      title: string
      year: number | null
      platforms: number[]
      text: string
      exhibition: number
    }
  | { op: 'sendFile'; submission: number; file: number; photo: number }
  | { op: 'complete'; submission: number; skip: number[] }
  | { op: 'abandon'; submission: number }
  | { op: 'deleteImage'; by: By; group: number; image: number }
  | { op: 'reorder'; by: By; group: number; how: 'reverse' | 'rotate' | 'same' | 'short' | 'twice' | 'foreign' }
  | { op: 'describe'; by: By; group: number; image: number; text: string }
  | {
      op: 'metadata'
      by: By
      group: number
      fields: { title?: string; description?: string; name?: string; year?: number }
    }
  | { op: 'consent'; group: number; platform: number | null; action: 'revoke' | 'restore' }
  | { op: 'setConsents'; group: number; workshop?: boolean; platforms?: [platform: number, consented: boolean][] }
  | { op: 'approve'; group: number; approved: boolean | null; asSeen: boolean }
  | { op: 'bulk'; action: 'approve' | 'unapprove' | 'delete'; groups: number[]; asSeen: boolean }
  | { op: 'hide'; group: number; image: number; hidden: boolean }
  | { op: 'undo' }
  | { op: 'deleteGroup'; by: By; group: number }
  /** `from`: one of few addresses that many people use. */
  | { op: 'request'; group: number; image: number; reason: Reason; from: number }
  | { op: 'decide'; request: number; decision: Decision }
  | { op: 'refuseAddress'; request: number }
  | { op: 'takeDown'; group: number; platform: number; done: boolean }
  | { op: 'markOrder'; group: number; platform: number; done: boolean }
  /** The end is so many hours ahead; null: it has none. The first exhibition is `main`. */
  | { op: 'end'; exhibition: number; hours: number | null }
  | { op: 'move'; exhibition: number; groups: number[] }
  | { op: 'markEnds' }
  /** By the moderator of the second or the third exhibition. */
  | { op: 'moderateAs'; account: LimitedAccount; action: 'approve' | 'unapprove' | 'hide' | 'show'; group: number }
  | { op: 'cleanup' }
  | { op: 'wait'; hours: number }
  | { op: 'rollback' }
  | Read

export type Read =
  | { op: 'look'; submission: number }
  | { op: 'view'; group: number }
  | { op: 'viewAsAdmin'; group: number }
  | { op: 'viewInPublic'; group: number }
  | { op: 'addresses'; group: number }
  | { op: 'feed'; limit: number | null; offset: number | null }
  | { op: 'feedOf'; exhibition: number | '*' }
  /** Everything that an account of one exhibition can ask for (D84). */
  | { op: 'seenBy'; account: LimitedAccount; group: number }
  | { op: 'seenByAuditor' }
  | {
      op: 'list'
      consents: string | null
      workshopOnly: boolean | null
      platform: string | null
      status: Status | null
      limit: number | null
      offset: number | null
    }
  | { op: 'byConsent'; workshop: boolean | null; platform: number | null; given: boolean | null }
  | { op: 'export'; format: 'json' | 'csv'; year: number | null; approved: boolean | null }
  | { op: 'history'; group: number }
  | { op: 'takedowns'; done: boolean | null }
  | { op: 'previewCleanup' }
  | { op: 'deletionLog'; limit: number }
  | { op: 'deletionStats' }
  | { op: 'auditLog'; limit: number }
  | { op: 'auditOfGroup'; group: number }
  | { op: 'auditStats' }

/** The number of the only exhibition that it can see. */
export type LimitedAccount = 1 | 2

export type By = 'owner' | 'admin'

/** `me` names the photo by its code, the others by its id. */
export type Reason = 'me' | 'my_child' | 'rights'

export type Decision = 'remove' | 'keep_hidden' | 'redact' | 'show_again'

export type Status = 'pending' | 'approved' | 'changed'

/** Few, so that much happens to each. */
const group = fc.nat(3)
const by = fc.constantFrom<By>('owner', 'admin')
const photos = fc.array(fc.nat(2), { minLength: 1, maxLength: 3 })
/** Mostly valid: a refusal ends a sequence of effects. */
const mostly = <T>(accepted: fc.Arbitrary<T>, refused: fc.Arbitrary<T>) =>
  fc.oneof({ weight: 15, arbitrary: accepted }, { weight: 1, arbitrary: refused })
/** Up to the limits of 100 and 200, and beyond. */
const text = mostly(
  fc.constantFrom('Ada', ' Bea ', '', '=1+1', '🎈'.repeat(100)),
  fc.constantFrom('y'.repeat(101), 'z'.repeat(200), 'z'.repeat(201)),
)
const one = <const O extends string, R extends object>(op: O, fields: { [K in keyof R]: fc.Arbitrary<R[K]> }) =>
  fc.record({ op: fc.constant(op), ...fields }) as unknown as fc.Arbitrary<{ op: O } & R>

/** Usually `main`, which never ends. */
const chosen = fc.constantFrom(0, 0, 0, 1, 2)
const ending = mostly(fc.constantFrom(1, 2), fc.constant(0))
const end = one('end', { exhibition: ending, hours: fc.constantFrom(0, 0, 2, null, null) })
const account = fc.constantFrom<LimitedAccount>(1, 2)
const moderateAs = one('moderateAs', {
  ...{ account, group },
  action: fc.constantFrom('approve', 'approve', 'unapprove', 'hide', 'show'),
})
const move = one('move', {
  exhibition: mostly(fc.constantFrom(0, 1, 1, 2), fc.constant(3)),
  groups: fc.array(group, { minLength: 1, maxLength: 3 }),
})
/** Usually the first, so that one gets many changes; the last does not exist. */
const platform = mostly(fc.constantFrom(1, 1, 2, 3), fc.constant(unknownPlatform))
const platforms = mostly(fc.subarray([1, 2, 3]), fc.constant<number[]>([unknownPlatform]))
const year = mostly(fc.constantFrom(1800, 1999, 2001, 2015, 2027), fc.constantFrom(1799, 2028))
const orNull = <T>(value: fc.Arbitrary<T>) => fc.option(value, { freq: 2 })
const page = { limit: orNull(fc.constantFrom(0, 1, 2, 1000, 1001)), offset: orNull(fc.nat(3)) }
const limit = fc.constantFrom(0, 1, 3, 1000)

/** Submissions: few with few files, so that some become complete. */
const submission = fc.nat(2)
const begin = one('begin', {
  files: fc.integer({ min: 1, max: 2 }),
  ...{ name: text, title: text, year: orNull(year), platforms, text, exhibition: chosen },
})
const sendFile = one('sendFile', { submission, file: mostly(fc.nat(1), fc.constant(2)), photo: fc.nat(2) })
const complete = one('complete', { submission, skip: mostly(fc.constant<number[]>([]), fc.constant<number[]>([0])) })

const reason = fc.constantFrom<Reason>('me', 'my_child', 'rights')
const request = one('request', { group, image: mostly(fc.nat(2), fc.constant(4)), reason, from: fc.nat(2) })
const decision = mostly(fc.constantFrom<Decision>('keep_hidden', 'redact', 'show_again'), fc.constant('remove'))
const decide = one('decide', { request: fc.nat(5), decision })

const approved = fc.oneof(
  { weight: 8, arbitrary: fc.constantFrom(true, null) },
  { weight: 2, arbitrary: fc.constant(false) },
)
const approve = one('approve', { group, approved, asSeen: fc.boolean() })

const changes = [
  one('upload', { photos, name: text, title: text, year: orNull(year), platforms, text, exhibition: chosen }),
  one('uploadOne', { photo: fc.nat(2), name: orNull(text) }),
  one('add', { group, photos }),
  begin,
  sendFile,
  complete,
  one('abandon', { submission }),
  one('deleteImage', { by, group, image: fc.nat(4) }),
  one('reorder', { by, group, how: fc.constantFrom('reverse', 'rotate', 'same', 'short', 'twice', 'foreign') }),
  one('describe', { by, group, image: fc.nat(4), text }),
  one('metadata', {
    ...{ by, group },
    fields: fc.record({ title: text, description: text, name: text, year }, { requiredKeys: [] }),
  }),
  one('consent', { group, platform: orNull(platform), action: fc.constantFrom('revoke', 'restore') }),
  fc.record(
    {
      op: fc.constant('setConsents' as const),
      group,
      workshop: fc.boolean(),
      platforms: fc.array(fc.tuple(platform, fc.boolean()), { maxLength: 3 }),
    },
    { requiredKeys: ['op', 'group'] },
  ),
  one('bulk', {
    action: mostly(fc.constantFrom('approve', 'unapprove'), fc.constant('delete')),
    groups: fc.array(group, { minLength: 1, maxLength: 3 }),
    asSeen: fc.boolean(),
  }),
  one('hide', { group, image: mostly(fc.nat(2), fc.constant(4)), hidden: fc.boolean() }),
  one('undo', {}),
  request,
  decide,
  one('refuseAddress', { request: fc.nat(5) }),
  one('takeDown', { group, platform, done: mostly(fc.constant(true), fc.constant(false)) }),
  one('markOrder', { group, platform, done: mostly(fc.constant(true), fc.constant(false)) }),
  end,
  move,
  moderateAs,
  one('markEnds', {}),
  one('cleanup', {}),
  one('wait', { hours: fc.constantFrom(1, 24, 100, 168, 169) }),
  one('rollback', {}),
]

const reads = [
  one('look', { submission }),
  one('view', { group }),
  one('viewAsAdmin', { group }),
  one('viewInPublic', { group }),
  one('addresses', { group }),
  one('feed', page),
  one('seenBy', { account, group }),
  one('seenByAuditor', {}),
  one('feedOf', { exhibition: fc.constantFrom(0, 1, 2, '*' as const) }),
  one('list', {
    consents: orNull(fc.constantFrom('workshop', 'facebook', 'instagram,workshop', 'tiktok, facebook', 'nowhere', '')),
    workshopOnly: orNull(fc.boolean()),
    platform: orNull(fc.constantFrom('facebook', '2', 'nowhere')),
    status: orNull(fc.constantFrom('pending', 'approved', 'changed')),
    ...page,
  }),
  one('byConsent', { workshop: orNull(fc.boolean()), platform: orNull(platform), given: orNull(fc.boolean()) }),
  one('export', { format: fc.constantFrom('json', 'csv'), year: orNull(year), approved: orNull(fc.boolean()) }),
  one('history', { group }),
  one('takedowns', { done: orNull(fc.boolean()) }),
  one('previewCleanup', {}),
  one('deletionLog', { limit }),
  one('deletionStats', {}),
  one('auditLog', { limit }),
  one('auditOfGroup', { group }),
  one('auditStats', {}),
]

const [upload, uploadOne, ...others] = changes
export const operation = fc.oneof(
  { weight: 5, arbitrary: upload as fc.Arbitrary<Operation> },
  { weight: 1, arbitrary: uploadOne as fc.Arbitrary<Operation> },
  { weight: 12, arbitrary: fc.oneof(...others) as fc.Arbitrary<Operation> },
  { weight: 3, arbitrary: approve as fc.Arbitrary<Operation> },
  { weight: 1, arbitrary: one('deleteGroup', { by, group }) as fc.Arbitrary<Operation> },
  { weight: 7, arbitrary: fc.oneof(...reads) as fc.Arbitrary<Operation> },
)

/** Sequences that rarely happen by chance, after a takedown or a withdrawn consent. */
const consentStory = fc
  .record({ group, platform: fc.constantFrom(1, 2), end: fc.nat(2) })
  .map(({ end, ...whose }): Operation[] => {
    const give = { op: 'consent', ...whose, action: 'restore' } as const
    const revoke = { op: 'consent', ...whose, action: 'revoke' } as const
    const ends: Operation[][] = [
      [give, revoke],
      [{ op: 'setConsents', group: whose.group, platforms: [[whose.platform, true]] }],
      [{ op: 'deleteGroup', by: 'admin', group: whose.group }],
    ]
    return [give, revoke, { op: 'takeDown', ...whose, done: true }, ...(ends[end] ?? [])]
  })

/** A moderator approves a group that may have changed since it was seen (D44). */
const seenThenChanged = fc.oneof(
  operation,
  one('reorder', { group, by, how: fc.constant('reverse') }) as fc.Arbitrary<Operation>,
  one('describe', { group, by, image: fc.nat(2), text }) as fc.Arbitrary<Operation>,
)
const reviewStory = fc
  .tuple(group, seenThenChanged)
  .map(([group, between]): Operation[] => [
    { op: 'viewAsAdmin', group },
    'group' in between ? { ...between, group } : between,
    { op: 'approve', group, approved: true, asSeen: true },
  ])

const owned = (group: number) =>
  fc.oneof(
    one('describe', { by: fc.constant('owner' as const), group: fc.constant(group), image: fc.nat(2), text }),
    one('metadata', {
      ...{ by: fc.constant('owner' as const), group: fc.constant(group) },
      fields: fc.record({ title: text, description: text, name: text }, { requiredKeys: ['title'] }),
    }),
    one('reorder', {
      by: fc.constant('owner' as const),
      group: fc.constant(group),
      how: fc.constant('reverse' as const),
    }),
    one('add', { group: fc.constant(group), photos: fc.constant([0]) }),
    operation,
  ) as fc.Arbitrary<Operation>

/** A step of the moderation that is undone after its owner, or anybody else, has done something. */
const undoStory = group
  .chain((group) => fc.tuple(fc.constant(group), fc.array(owned(group), { maxLength: 2 }), fc.nat(2)))
  .map(([group, between, kind]): Operation[] => {
    const steps: Operation[] = [
      { op: 'approve', group, approved: false, asSeen: false },
      { op: 'bulk', action: 'unapprove', groups: [group], asSeen: false },
      { op: 'hide', group, image: 0, hidden: true },
    ]
    const step = steps[kind] as Operation
    return [{ op: 'approve', group, approved: true, asSeen: false }, step, ...between, { op: 'undo' }]
  })

/** A photo of a child that is hidden, by a moderator or its request, and what might show it again. */
const childStory = fc
  .record({ group, image: fc.nat(1), from: fc.nat(2), before: fc.boolean(), between: operation, shows: fc.nat(4) })
  .map(({ group, image, from, before, between, shows }): Operation[] => {
    const show: Operation[][] = [
      [{ op: 'undo' }],
      [{ op: 'hide', group, image, hidden: false }],
      [{ op: 'approve', group, approved: true, asSeen: false }],
      [
        { op: 'consent', group, platform: null, action: 'revoke' },
        { op: 'consent', group, platform: null, action: 'restore' },
      ],
      [{ op: 'refuseAddress', request: 0 }],
    ]
    return [
      { op: 'approve', group, approved: true, asSeen: false },
      ...(before ? [{ op: 'hide', group, image, hidden: true } as const] : []),
      { op: 'request', group, image, reason: 'my_child', from },
      between,
      ...(show[shows] ?? []),
    ]
  })

/** What is shown in an exhibition that ends, at once or by the clock, goes on again or is left. */
const endStory = fc
  .record({
    group,
    exhibition: fc.constantFrom(1, 2),
    hours: fc.constantFrom(0, 2),
    between: operation,
    after: fc.nat(3),
  })
  .map(({ group, exhibition, hours, between, after }): Operation[] => {
    const resume = { op: 'end', exhibition, hours: null } as const
    const ends: Operation[][] = [
      [{ op: 'markEnds' }, resume],
      [{ op: 'move', exhibition: 0, groups: [group] }],
      [resume, { op: 'markEnds' }],
      [{ op: 'request', group, image: 0, reason: 'my_child', from: 0 }, { op: 'rollback' }, resume],
    ]
    return [
      { op: 'approve', group, approved: true, asSeen: false },
      { op: 'move', exhibition, groups: [group] },
      { op: 'end', exhibition, hours },
      between,
      ...(hours > 0 ? [{ op: 'wait', hours: 3 } as const, { op: 'addresses', group } as const] : []),
      ...(ends[after] ?? []),
      { op: 'addresses', group },
    ]
  })

/** From the first file to the answer, which is asked for again after something else has happened. */
const piecesStory = fc
  .tuple(begin, fc.array(operation, { maxLength: 3 }), complete)
  .map(([begun, between, end]): Operation[] => [
    begun as Operation,
    ...[0, 1].map((file) => ({ op: 'sendFile', submission: 0, file, photo: file }) as const),
    ...between,
    { op: 'complete', submission: 0, skip: [] },
    end as Operation,
  ])

const single = operation.map((each) => [each])
export const operations = fc
  .array(
    fc.oneof(
      { weight: 30, arbitrary: single },
      { weight: 2, arbitrary: consentStory },
      { weight: 2, arbitrary: piecesStory },
      { weight: 2, arbitrary: reviewStory },
      { weight: 2, arbitrary: undoStory },
      { weight: 2, arbitrary: childStory },
      { weight: 3, arbitrary: endStory },
    ),
    { maxLength: 60, size: 'max' },
  )
  .map((parts) => parts.flat())

const wholeList = {
  op: 'list' as const,
  ...{ consents: null, workshopOnly: null, platform: null, status: null, limit: null, offset: null },
}

/** Compared after every sequence, in addition to each group. */
export const closingReads: readonly Read[] = [
  { op: 'feed', limit: null, offset: null },
  ...([0, 1, 2, '*'] as const).map((exhibition) => ({ op: 'feedOf', exhibition }) as const),
  ...([1, 2] as const).map((account) => ({ op: 'seenBy', account, group: 0 }) as const),
  { op: 'seenByAuditor' },
  wholeList,
  { ...wholeList, workshopOnly: true },
  { ...wholeList, status: 'changed' },
  ...['1', '2', '3'].map((platform) => ({ ...wholeList, platform })),
  ...[1, 2, 3, null].map((platform) => ({ op: 'byConsent', workshop: null, platform, given: true }) as const),
  { op: 'byConsent', workshop: true, platform: null, given: false },
  { op: 'export', format: 'json', year: null, approved: null },
  { op: 'export', format: 'csv', year: null, approved: true },
  { op: 'takedowns', done: null },
  { op: 'previewCleanup' },
  { op: 'deletionLog', limit: 1000 },
  { op: 'deletionStats' },
  { op: 'auditLog', limit: 1000 },
  { op: 'auditStats' },
]
