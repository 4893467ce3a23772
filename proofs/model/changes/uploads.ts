import { lengthOf, missing, ok, ownerChanged, refused, textOrNull, toOwner } from '#proofs/model/group.ts'
import type { Handlers } from './handlers.ts'

export const uploads: Handlers<'upload' | 'uploadOne' | 'add'> = {
  upload(state, { photos, platforms, title, name, year, text, exhibition }) {
    const images = state.takePhotos(photos)
    if (state.isEnded(exhibition)) {
      state.images -= images.length
      return missing('EXHIBITION_NOT_FOUND')
    }
    const wrong = state.checkUpload({ title, name, ...(year !== null && { year }) }, platforms)
    if (wrong.length > 0) {
      state.images -= images.length
      return refused(...wrong)
    }
    const [first] = images
    if (first) first.description = textOrNull([...text.trim()].slice(0, 200).join(''))
    const texts = { name: textOrNull(name), title: textOrNull(title), year: year ?? state.yearNow() }
    return ok(toOwner(state.newUpload(texts, images, { platforms, exhibition })))
  },

  uploadOne(state, step) {
    const images = state.takePhotos([step.photo])
    if (lengthOf(step.name ?? '') > 100) {
      state.images -= 1
      return refused('TEXT_TOO_LONG')
    }
    const name = textOrNull(step.name ?? '') ?? (images[0]?.originalName ?? '').replace('.jpg', '')
    const group = state.newGroup({ name, title: null, year: state.yearNow() }, images)
    return ok({ group: group.group, name })
  },

  add(state, step) {
    const images = state.takePhotos(step.photos)
    const expected = state.asOwner(step.group, 'add_images', (group) => {
      if (group.images.length + images.length > 50) return refused('TOO_MANY_IMAGES')
      group.images.push(...images)
      group.revision++
      ownerChanged(group, 'add_images', { resets: true })
      return ok({ newImagesCount: images.length, totalImagesCount: group.images.length })
    })
    if (expected.status !== 200) state.images -= images.length
    return expected
  },
}
