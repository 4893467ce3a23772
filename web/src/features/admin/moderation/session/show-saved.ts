import { queryClient } from '#web/api/query-client.ts'
import type { Draft } from './draft.ts'
import { adminGroup, type GroupsPage, type SeenGroup } from './groups.ts'

interface Saved extends Partial<Pick<Draft, 'texts' | 'captions'>> {
  readonly previousRevision: string
  readonly revision: string
}

/** Shows what was saved until the group is loaded again; one that others have changed since waits for that. */
export function showSaved(groupId: string, saved: Saved): void {
  const isSame = (group: SeenGroup) => group.groupId === groupId && group.revision === saved.previousRevision
  queryClient.setQueryData(adminGroup(groupId).queryKey, (group) => {
    if (!group || !isSame(group)) return group
    const images = group.images.map((image) => withCaption(image, saved.captions?.[image.id]))
    return { ...group, ...changed(saved), images }
  })
  queryClient.setQueriesData<GroupsPage>({ queryKey: ['admin', 'groups', 'page'] }, (page) => {
    const groups = page?.groups.map((group) => {
      if (!isSame(group)) return group
      const previews = group.previews.map((preview) => withCaption(preview, saved.captions?.[preview.imageId]))
      return { ...group, ...changed(saved), previews }
    })
    return page && groups && { ...page, groups }
  })
}

const stored = (text: string): string | null => text.trim() || null

const changed = ({ texts: { year, ...rest } = {}, revision }: Saved) => {
  const values = Object.fromEntries(Object.entries(rest).map(([field, text]) => [field, stored(text)]))
  return { ...values, ...(year !== undefined && { year: Number(year) }), revision }
}

const withCaption = <T extends object>(image: T, text: string | undefined): T =>
  text === undefined
    ? image
    : { ...image, imageDescription: stored(text), ...('fileName' in image && { publishedDescription: stored(text) }) }
