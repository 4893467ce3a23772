import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { queryClient } from '#web/api/query-client.ts'
import { forgetSession } from '#web/features/admin/shared/auth/session.ts'
import { pendingDeletion } from './delete.ts'
import { changeDraft, draftOf, withText } from './drafts.ts'
import { movePhoto } from './edit-photos.ts'
import { type AdminGroup, adminGroup, type GroupsPage, groupsPage, type ListedGroup } from './groups.ts'
import { nextAfter } from './listed-page.ts'
import { moderate } from './moderate.ts'
import { type Report, showReports } from './mutate.ts'
import { createSeenGroups } from './seen-groups.ts'
import { undo } from './undo.ts'

type Answer = (body: never) => object | Promise<object>

/** What the session asks the server, and what is answered; by method and path. */
const asked: [route: string, body: unknown][] = []
let answers: Record<string, Answer> = {}
const routes = () => asked.map(([route]) => route)
const reports: Report[] = []
const texts = () => reports.map(({ text }) => text)

const group = (groupId: string, more: Partial<ListedGroup> = {}) =>
  ({
    groupId,
    revision: `${groupId}-1`,
    isApproved: false,
    changedSinceApproval: false,
    changesSinceApproval: [],
    socialMediaConsents: [],
    imageCount: 1,
    previews: [{ imageId: 1, imageDescription: null, hidden: false }],
    ...more,
  }) as unknown as ListedGroup
const [one, two, three] = [group('one'), group('two'), group('three')]
const search = {}
const { queryKey } = groupsPage(search)
const listed = () => queryClient.getQueryData<GroupsPage>(queryKey)?.groups.map(({ groupId }) => groupId)

const seenWith = (...groups: ListedGroup[]) => {
  const seen = createSeenGroups()
  for (const each of groups) seen.show(each, false)
  return seen
}
const done = (undoId: string) => (body: { groupIds: string[] }) => ({
  undoId,
  results: body.groupIds.map((groupId) => ({ groupId, ok: true })),
})

beforeEach(() => {
  answers = { 'POST /api/admin/groups/bulk': done('step') as Answer }
  vi.stubGlobal(
    'fetch',
    async (path: string, { method = 'GET', body = 'null' }: { method?: string; body?: string }) => {
      const route = `${method} ${path}`
      asked.push([route, JSON.parse(body)])
      const answer = answers[route]
      if (!answer) return Response.json({ error: { code: 'GROUP_NOT_FOUND', message: '' } }, { status: 404 })
      return Response.json(await answer(JSON.parse(body) as never))
    },
  )
  showReports((report) => reports.push(report))
  queryClient.setQueryData<GroupsPage>(queryKey, { groups: [one, two, three], totalCount: 3 } as GroupsPage)
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
  queryClient.clear()
  forgetSession({ expired: false })
  for (const list of [asked, reports]) list.length = 0
})

describe('approving', () => {
  it('sends the revisions that were seen, and shows the result before the answer', async () => {
    const { done: end } = moderate('approve', [one, two], { seen: seenWith(one, two), search })
    expect(listed()).toEqual(['three'])
    expect(await end).toBe(true)
    const revisions = { one: 'one-1', two: 'two-1' }
    expect(asked[0]).toEqual([
      'POST /api/admin/groups/bulk',
      { action: 'approve', groupIds: ['one', 'two'], revisions },
    ])
    expect(reports).toMatchObject([{ kind: 'success', text: 'moderation.did.approve', count: 2 }])
  })

  it('puts back at its place what has changed since it was shown', async () => {
    const results = [
      { groupId: 'one', ok: true },
      { groupId: 'two', ok: false, code: 'GROUP_CHANGED' },
    ]
    answers['POST /api/admin/groups/bulk'] = () => ({ undoId: 'step', results })
    expect(await moderate('approve', [one, two], { seen: seenWith(one, two), search }).done).toBe(false)
    expect(listed()).toEqual(['two', 'three'])
    expect(texts()).toEqual(['moderation.changedSinceShown', 'moderation.did.approve'])
  })

  it('holds back groups whose photos no page has shown, and approves the others', async () => {
    const many = group('many', { imageCount: 9 })
    const { groupIds, done: end } = moderate('approve', [many, one], { seen: seenWith(many, one) })
    await end
    expect(groupIds).toEqual(['one'])
    expect(reports[0]).toMatchObject({ kind: 'error', text: 'moderation.openFirst', count: 1 })
    expect(asked[0]?.[1]).toMatchObject({ groupIds: ['one'] })
  })

  it('saves what was typed first; a group whose texts are refused is not approved', async () => {
    for (const groupId of ['one', 'two'])
      changeDraft(groupId, (draft) => withText(draft, 'title', { text: 'Stool', stored: '' }))
    const revisions = { previousRevision: 'one-1', revision: 'one-2' }
    answers['PATCH /api/admin/groups/one'] = () => ({ updatedFields: ['title'], ...revisions })
    answers['PATCH /api/admin/groups/two'] = () => Promise.reject(new Error('no network'))
    await moderate('approve', [one, two], { seen: seenWith(one, two) }).done
    expect(asked.at(-1)?.[1]).toMatchObject({ groupIds: ['one'], revisions: { one: 'one-2' } })
    expect([draftOf('one').texts, draftOf('two').texts]).toEqual([{}, { title: 'Stool' }])
  })

  it('sends a note with a withdrawn approval', async () => {
    const approved = group('one', { isApproved: true })
    answers['PATCH /api/admin/groups/one/approve'] = () => ({ groupId: 'one', isApproved: false, undoId: null })
    await moderate('unapprove', [approved], { seen: seenWith(approved), moderationNote: 'Please' }).done
    expect(asked).toEqual([['PATCH /api/admin/groups/one/approve', { approved: false, moderationNote: 'Please' }]])
    expect(texts()).toEqual(['group.noteSaved'])
  })
})

describe('moving a photo', () => {
  const photo = (id: number) => ({ id, imageDescription: null, hidden: false })
  const stored = () => queryClient.getQueryData(adminGroup('one').queryKey)
  const order = () => stored()?.images.map(({ id }) => id)

  beforeEach(() => {
    const images = [photo(1), photo(2), photo(3)] as AdminGroup['images']
    queryClient.setQueryData(adminGroup('one').queryKey, { ...one, images } as unknown as AdminGroup)
  })

  it('shows it at once, which is no difference to what was seen', async () => {
    answers['PUT /api/admin/groups/one/reorder'] = () => ({ previousRevision: 'one-1', revision: 'one-2' })
    const seen = createSeenGroups()
    seen.show(stored() as AdminGroup)
    const saved = movePhoto('one', { id: '3', to: 0 })
    expect(order()).toEqual([3, 1, 2])
    seen.show(stored() as AdminGroup)
    expect(seen.differences('one')).toEqual([])
    await saved
    expect(asked).toEqual([['PUT /api/admin/groups/one/reorder', { imageIds: [3, 1, 2] }]])
  })

  it('takes it back when the server refuses it', async () => {
    await movePhoto('one', { id: '3', to: 0 })
    expect([order(), texts()]).toEqual([[1, 2, 3], ['group.notSaved']])
  })
})

describe('undo', () => {
  it('waits for the answer of its step, and shows the group again at once', async () => {
    answers['POST /api/admin/groups/undo'] = () => ({ groupIds: ['one'], revisions: [] })
    const { done: end } = moderate('approve', [one], { seen: seenWith(one), search })
    expect(undo()?.groupIds).toEqual(['one'])
    expect(listed()).toEqual(['one', 'two', 'three'])
    await end
    await vi.waitFor(() => expect(routes()).toEqual(['POST /api/admin/groups/bulk', 'POST /api/admin/groups/undo']))
    expect(asked[1]?.[1]).toEqual({ undoId: 'step' })
    await vi.waitFor(() => expect(texts()).toContain('moderation.undone'))
  })

  it('is of the same step again when the server could not be reached, not of an earlier one', async () => {
    for (const each of [one, two]) {
      answers['POST /api/admin/groups/bulk'] = done(each.groupId) as Answer
      await moderate('approve', [each], { seen: seenWith(each), search }).done
    }
    answers['POST /api/admin/groups/undo'] = () => Promise.reject(new TypeError('no network'))
    undo()
    await vi.waitFor(() => expect(texts()).toContain('moderation.notUndone'))
    answers['POST /api/admin/groups/undo'] = () => ({ groupIds: ['two'], revisions: [] })
    expect(undo()?.groupIds).toEqual(['two'])
    await vi.waitFor(() => expect(texts()).toContain('moderation.undone'))
    expect(asked.at(-1)?.[1]).toEqual({ undoId: 'two' })
  })

  it('says when there is nothing left', () => {
    expect(undo()).toBeUndefined()
    expect(texts()).toEqual(['moderation.nothingToUndo'])
  })
})

describe('deleting', () => {
  it('asks the server only after the time for an undo', async () => {
    vi.useFakeTimers()
    moderate('delete', [one], { seen: seenWith(one) })
    expect(pendingDeletion.state.has('one')).toBe(true)
    await vi.advanceTimersByTimeAsync(7_999)
    expect(asked).toEqual([])
    await vi.advanceTimersByTimeAsync(1)
    expect(asked[0]?.[1]).toEqual({ action: 'delete', groupIds: ['one'] })
  })

  it('deletes nothing that was undone in time', async () => {
    vi.useFakeTimers()
    moderate('delete', [two], { seen: seenWith(two) })
    undo()
    await vi.advanceTimersByTimeAsync(10_000)
    expect(pendingDeletion.state.has('two')).toBe(false)
    expect(asked).toEqual([])
  })
})

describe('the next group', () => {
  it.each([
    ['the one after those that leave', ['one'], 'two'],
    ['the last at the end of the list', ['two', 'three'], 'one'],
    ['none when all leave', ['one', 'two', 'three'], undefined],
  ])('is %s', (_, leaving, next) => {
    expect(nextAfter([one, two, three], leaving)).toBe(next)
  })
})
