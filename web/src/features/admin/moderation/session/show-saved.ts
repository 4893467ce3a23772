import { queryClient } from '#web/api/query-client.ts'
import type { Draft } from './draft.ts'
import { type AdminGroup, adminGroup, type GroupsPage, type ListedGroup } from './groups.ts'

interface Saved extends Partial<Pick<Draft, 'texts' | 'captions'>> {
  readonly previousRevision: string
  readonly revision: string
}

/** Shows what was saved until the group is loaded again; one that others have changed since waits for that. */
export function showSaved(groupId: string, saved: Saved): void {
  const isSame = (group: { groupId: string; revision: string }) =>
    group.groupId === groupId && group.revision === saved.previousRevision
  queryClient.setQueryData<AdminGroup>(adminGroup(groupId).queryKey, (group) =>
    group && isSame(group) ? withImages(withTexts(group, saved), saved) : group,
  )
  queryClient.setQueriesData<GroupsPage>(
    { queryKey: ['admin', 'groups', 'page'] },
    (page) => page && { ...page, groups: page.groups.map((group) => (isSame(group) ? listed(group, saved) : group)) },
  )
}

const stored = (text: string): string | null => text.trim() || null

const withTexts = <T extends AdminGroup | ListedGroup>(group: T, { texts = {}, revision }: Saved): T => {
  const { year, ...rest } = texts
  const values = Object.fromEntries(Object.entries(rest).map(([field, text]) => [field, stored(text)]))
  return { ...group, ...values, ...(year !== undefined && { year: Number(year) }), revision }
}

const withImages = (group: AdminGroup, { captions = {} }: Saved): AdminGroup => ({
  ...group,
  images: group.images.map((image) => {
    const text = captions[image.id]
    return text === undefined ? image : { ...image, imageDescription: stored(text), publishedDescription: stored(text) }
  }),
})

const listed = (group: ListedGroup, saved: Saved): ListedGroup => ({
  ...withTexts(group, saved),
  previews: group.previews.map((preview) => {
    const text = saved.captions?.[preview.imageId]
    return text === undefined ? preview : { ...preview, imageDescription: stored(text) }
  }),
})
