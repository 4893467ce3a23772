import type { Region } from '#contract/shapes.ts'
import { queryClient } from '#web/api/query-client.ts'
import { type CaptionChange, keyFits, moved, textKey } from '#web/components/photos/photo.ts'
import { adminCall } from '#web/features/admin/shared/admin-call.ts'
import { recordOwnChange } from '#web/features/admin/shared/live-updates/own-changes.ts'
import { isPending, photoKey } from './delete.ts'
import { changeDraft, draftOf, withCaption } from './drafts.ts'
import { type AdminGroup, adminGroup } from './groups.ts'
import { mutate, report } from './mutate.ts'
import { saveDraft } from './save-draft.ts'
import { reportStep } from './undo.ts'

interface Hiding {
  readonly imageId: number
  readonly hidden: boolean
  /** Why, for the owner. */
  readonly moderationNote?: string
}

const changePhoto = (groupId: string, imageId: number, body: Omit<Hiding, 'imageId'> | { exifDateTaken: null }) =>
  mutate('moderate', () =>
    adminCall('PATCH /api/admin/groups/{groupId}/images/{imageId}', { params: { groupId, imageId }, body }),
  )

/** Hides a photo from the public, shows it again, or says why it is hidden. */
export async function hidePhoto(groupId: string, { imageId, ...body }: Hiding): Promise<void> {
  try {
    const { hidden, undoId } = await changePhoto(groupId, imageId, body)
    const { queryKey } = adminGroup(groupId)
    queryClient.setQueryData<AdminGroup>(queryKey, (group) => group && withHidden(group, imageId, hidden))
    const did = body.moderationNote === undefined ? (hidden ? 'photoHidden' : 'photoShown') : 'noteSaved'
    reportStep(groupId, `group.${did}`, undoId)
  } catch (error) {
    report('error', 'group.notSaved', { error })
  }
}

/** A camera with a wrong clock: the date counts as unknown from now on. */
export async function clearDate(groupId: string, imageId: number): Promise<void> {
  try {
    const { undoId } = await changePhoto(groupId, imageId, { exifDateTaken: null })
    reportStep(groupId, 'group.dateCleared', undoId)
  } catch (error) {
    report('error', 'group.notSaved', { error })
  }
}

const withHidden = (group: AdminGroup, imageId: number, hidden: boolean): AdminGroup => ({
  ...group,
  images: group.images.map((image) => {
    if (image.id !== imageId) return image
    if (!hidden) return { ...image, hidden, hiddenReason: null, moderationNote: null }
    return { ...image, hidden, hiddenReason: image.hiddenReason ?? 'moderator' }
  }),
})

/** Makes regions of a photo unrecoverable; rejects with the reason. */
export async function redactPhoto(groupId: string, imageId: number, regions: Region[]): Promise<void> {
  const route = 'POST /api/admin/groups/{groupId}/images/{imageId}/redactions'
  const params = { groupId, imageId }
  await mutate('moderate', () => adminCall(route, { params, body: { regions } }))
  report('success', 'group.redacted')
}

const storedGroup = (groupId: string) => queryClient.getQueryData(adminGroup(groupId).queryKey)

/** Moves a photo to another place, shown immediately. The server still has the photos that are being deleted: they go to the end. */
export async function movePhoto(groupId: string, { id, to }: { readonly id: string; readonly to: number }) {
  const group = storedGroup(groupId)
  if (group === undefined) return
  const ids = group.images.map((image) => ({ id: String(image.id) }))
  const isLeft = (image: { readonly id: string }) => !isPending(photoKey(image.id))
  const order = [...moved(ids.filter(isLeft), id, to), ...ids.filter((image) => !isLeft(image))]
  const imageIds = order.map((image) => Number(image.id))
  const images = imageIds.flatMap((each) => group.images.find((image) => image.id === each) ?? [])
  const show = (shown: AdminGroup) => {
    recordOwnChange(groupId)
    queryClient.setQueryData(adminGroup(groupId).queryKey, shown)
  }
  show({ ...group, images })
  const route = 'PUT /api/admin/groups/{groupId}/reorder'
  try {
    await mutate(`photos-${groupId}`, () => adminCall(route, { params: { groupId }, body: { imageIds } }))
  } catch (error) {
    show(group)
    report('error', 'group.notSaved', { error })
  }
}

export const typeCaption = (groupId: string, { id, what, text }: CaptionChange): void => {
  const image = storedGroup(groupId)?.images.find((each) => String(each.id) === id)
  const stored = (what === 'caption' ? image?.imageDescription : image?.altText) ?? ''
  changeDraft(groupId, (draft) => withCaption(draft, textKey(id, what), { text, stored }))
}

/** Saves what was typed, unless it is too long. What is refused stays typed. */
export async function saveCaption(groupId: string, key: string): Promise<void> {
  const typed = draftOf(groupId).captions[key]
  if (typed === undefined || !keyFits(key, typed)) return
  try {
    await saveDraft(groupId, ({ captions: { [key]: text } }) => ({
      texts: {},
      captions: text === undefined ? {} : { [key]: text },
    }))
    report('announcement', 'group.saved')
  } catch (error) {
    report('error', 'group.captionNotSaved', { error })
  }
}
