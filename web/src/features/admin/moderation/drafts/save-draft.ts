import { isCode } from '#web/api/api-error.ts'
import { queryClient } from '#web/api/query-client.ts'
import { adminGroup } from '#web/features/admin/moderation/group/group-queries.ts'
import { adminCall } from '#web/features/admin/shared/admin-call.ts'
import { type Draft, withoutSaved } from './draft.ts'
import { changeDraft, draftOf, forgetDraft } from './drafts.ts'
import { showSaved } from './show-saved.ts'

type Part = Pick<Draft, 'texts' | 'captions'>

const saving = new Map<string, Promise<void>>()

/**
 * Saves what was typed about a group, or a part of it, one request after the other. What the server refuses stays typed;
 * the promise rejects with the reason.
 */
export function saveDraft(groupId: string, part: (draft: Draft) => Part = (draft) => draft): Promise<void> {
  const before = saving.get(groupId) ?? Promise.resolve()
  const turn = before.catch(() => undefined).then(() => save(groupId, part(draftOf(groupId))))
  saving.set(groupId, turn)
  const end = () => {
    if (saving.get(groupId) === turn) saving.delete(groupId)
  }
  void turn.then(end, end)
  return turn
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
  // A photo that was deleted meanwhile must not keep the others from being saved.
  const descriptions = Object.entries(captions)
    .map(([id, description]) => ({ imageId: Number(id), description }))
    .filter(({ imageId }) => images?.some(({ id }) => id === imageId) ?? true)
  if (descriptions.length > 0) {
    const route = 'PATCH /api/admin/groups/{groupId}/images/batch-description'
    const saved = await adminCall(route, { params: { groupId }, body: { descriptions } })
    showSaved(groupId, { ...saved, captions })
  }
  changeDraft(groupId, (draft) => withoutSaved(draft, { texts: {}, captions }))
}
