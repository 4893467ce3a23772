import { isCode } from '#web/api/api-error.ts'
import { queryClient } from '#web/api/query-client.ts'
import { sentText, textKey } from '#web/components/photos/photo.ts'
import { adminCall } from '#web/features/admin/shared/admin-call.ts'
import type { Revisions } from '#web/features/admin/shared/live-updates/own-changes.ts'
import { isPending } from './delete.ts'
import { changeDraft, type Draft, draftOf, forgetDraft, withoutSaved } from './drafts.ts'
import { adminGroup, type GroupsPage, type SeenGroup } from './groups.ts'
import { mutate, report } from './mutate.ts'

type Part = Pick<Draft, 'texts' | 'captions'>

const isTyped = ({ texts, captions }: Part): boolean => Object.keys(texts).length + Object.keys(captions).length > 0

/**
 * Saves what was typed about a group, or a part of it, one request after the other. What the server refuses stays typed;
 * the promise rejects with the reason.
 */
export async function saveDraft(groupId: string, part: (draft: Draft) => Part = (draft) => draft): Promise<void> {
  await mutate(`draft-${groupId}`, () => save(groupId, part(draftOf(groupId))))
}

/** Saves what was typed about a group that is being left. What is refused stays typed. */
export async function saveOnLeaving(groupId: string): Promise<void> {
  if (isPending(groupId) || !isTyped(draftOf(groupId))) return
  await saveDraft(groupId).catch((error: unknown) => report('error', 'drafts.notSaved', { error }))
}

async function save(groupId: string, { texts, captions }: Part): Promise<void> {
  try {
    if (Object.keys(texts).length > 0) await saveTexts(groupId, texts)
    if (Object.keys(captions).length > 0) await saveCaptions(groupId, captions)
  } catch (error) {
    if (isCode(error, 'GROUP_NOT_FOUND')) forgetDraft(groupId)
    throw error
  }
}

async function saveTexts(groupId: string, texts: Draft['texts']): Promise<void> {
  const { year, ...rest } = texts
  const body = { ...rest, ...(year !== undefined && { year: Number(year) }) }
  const saved = await adminCall('PATCH /api/admin/groups/{groupId}', { params: { groupId }, body })
  showSaved(groupId, { ...saved, texts })
  changeDraft(groupId, (draft) => withoutSaved(draft, { texts, captions: {} }))
}

async function saveCaptions(groupId: string, captions: Draft['captions']): Promise<void> {
  const images = queryClient.getQueryData(adminGroup(groupId).queryKey)?.images
  // A photo that was deleted since must not keep the others from being saved.
  const descriptions = Object.entries(captions)
    .map(([key, text = '']) => sentText(key, text))
    .filter(({ imageId }) => images?.some(({ id }) => id === imageId) ?? true)
  if (descriptions.length > 0) {
    const route = 'PATCH /api/admin/groups/{groupId}/images/batch-description'
    const saved = await adminCall(route, { params: { groupId }, body: { descriptions } })
    showSaved(groupId, { ...saved, captions })
  }
  changeDraft(groupId, (draft) => withoutSaved(draft, { texts: {}, captions }))
}

type Saved = Revisions & Partial<Part>

/** Shows what was saved until the group is loaded again; one that others have changed since waits for that. */
function showSaved(groupId: string, saved: Saved): void {
  const isSame = (group: SeenGroup) => group.groupId === groupId && group.revision === saved.previousRevision
  queryClient.setQueryData(adminGroup(groupId).queryKey, (group) => {
    if (!group || !isSame(group)) return group
    const images = group.images.map((image) => withCaptions(image, image.id, saved))
    return { ...group, ...changed(saved), images }
  })
  queryClient.setQueriesData<GroupsPage>({ queryKey: ['admin', 'groups', 'page'] }, (page) => {
    const groups = page?.groups.map((group) => {
      if (!isSame(group)) return group
      const previews = group.previews.map((preview) => withCaptions(preview, preview.imageId, saved))
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

function withCaptions<T extends object>(image: T, id: number, { captions = {} }: Saved): T {
  const [caption, altText] = [captions[textKey(id, 'caption')], captions[textKey(id, 'altText')]]
  const isWhole = 'fileName' in image
  return {
    ...image,
    ...(caption !== undefined && { imageDescription: stored(caption) }),
    ...(altText !== undefined && { altText: stored(altText) }),
    ...(isWhole && caption !== undefined && { publishedDescription: stored(caption) }),
    ...(isWhole && altText !== undefined && { publishedAltText: stored(altText) }),
  }
}
