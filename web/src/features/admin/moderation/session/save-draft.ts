import { isCode } from '#web/api/api-error.ts'
import { queryClient } from '#web/api/query-client.ts'
import { adminCall } from '#web/features/admin/shared/admin-call.ts'
import { type Draft, withoutSaved } from './draft.ts'
import { changeDraft, draftOf, forgetDraft } from './drafts.ts'
import { adminGroup } from './groups.ts'
import { mutate } from './mutate.ts'
import { isPending } from './pending-deletion.ts'
import { report } from './report.ts'
import { showSaved } from './show-saved.ts'

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
    .map(([id, description = '']) => ({ imageId: Number(id), description }))
    .filter(({ imageId }) => images?.some(({ id }) => id === imageId) ?? true)
  if (descriptions.length > 0) {
    const route = 'PATCH /api/admin/groups/{groupId}/images/batch-description'
    const saved = await adminCall(route, { params: { groupId }, body: { descriptions } })
    showSaved(groupId, { ...saved, captions })
  }
  changeDraft(groupId, (draft) => withoutSaved(draft, { texts: {}, captions }))
}
