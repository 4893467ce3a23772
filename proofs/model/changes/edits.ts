import {
  cover,
  type Group,
  imageAt,
  lengthOf,
  missing,
  ok,
  ownerChanged,
  refused,
  textOrNull,
} from '#proofs/model/group.ts'
import type { Handlers } from './handlers.ts'

export const edits: Handlers<'deleteImage' | 'reorder' | 'describe' | 'metadata'> = {
  deleteImage: (state, step) =>
    state.as(step, 'delete_image', (group) => {
      const image = imageAt(group, step.image)
      if (image === undefined) return missing('IMAGE_NOT_FOUND')
      if (group.images.length === 1) return refused('LAST_IMAGE')
      state.removeImage(group, image)
      if (step.by === 'owner') ownerChanged(group, 'delete_image', { resets: true })
      return ok({ image: image.image, ...(step.by === 'owner' && { remainingImages: group.images.length }) })
    }),

  reorder: (state, { how, ...step }) =>
    state.as(step, 'reorder_images', (group) => {
      if (['short', 'twice', 'foreign'].includes(how)) return refused('INVALID_IMAGE_ORDER')
      const before = [...group.images]
      if (how === 'reverse') group.images.reverse()
      if (how === 'rotate') group.images.push(...group.images.splice(0, 1))
      const changed = group.images.some((image, index) => image !== before[index])
      if (changed) group.revision++
      if (step.by === 'owner') ownerChanged(group, 'reorder_images', { changed })
      return ok({ order: group.images.map(({ image }) => image) })
    }),

  describe(state, step) {
    const { by } = step
    const tooLong = lengthOf(step.text) > 200
    if (by === 'admin' && tooLong) return refused('TEXT_TOO_LONG')
    return state.as(step, 'update_descriptions', (group) => {
      if (tooLong) return refused('TEXT_TOO_LONG')
      const image = imageAt(group, step.image)
      if (image === undefined) return by === 'owner' ? refused('UNKNOWN_IMAGE') : missing('IMAGE_NOT_FOUND')
      const description = textOrNull(step.text)
      const changed = image.description !== description
      image.description = description
      if (changed) group.revision++
      if (by === 'admin') {
        image.published = description
        cover(group, [`caption of ${image.image}: ${description}`])
      } else ownerChanged(group, 'update_descriptions', { changed })
      return ok(by === 'owner' ? { updatedCount: 1 } : { description })
    })
  },

  metadata(state, step) {
    const { year: _, ...texts } = step.fields
    const fields = step.by === 'owner' ? texts : step.fields
    const wrong = Object.keys(fields).length === 0 ? ['NO_FIELDS'] : state.checkTexts(fields)
    if (step.by === 'admin' && wrong.length > 0) return refused(...wrong)
    return state.as(step, 'update_metadata', (group) => {
      if (wrong.length > 0) return refused(...wrong)
      const wanted = Object.entries(fields).map(([field, value]) => [
        field,
        typeof value === 'string' ? textOrNull(value) : value,
      ])
      const changed = wanted.some(([field, value]) => group[field as keyof Group] !== value)
      Object.assign(group, Object.fromEntries(wanted))
      if (changed) group.revision++
      if (step.by === 'owner') ownerChanged(group, 'update_metadata', { resets: true, changed })
      else
        cover(
          group,
          wanted.map(([field, value]) => `${field}: ${value}`),
        )
      return ok({ updatedFields: Object.keys(fields).sort() })
    })
  },
}
