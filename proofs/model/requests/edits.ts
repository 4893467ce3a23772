import { idAt, type Requests } from './request.ts'

export const edits: Requests<'deleteImage' | 'reorder' | 'describe' | 'metadata'> = {
  deleteImage(context, { by, group, image }) {
    const { visitor, admin, words } = context
    const path = `/images/${idAt(context, image)}`
    return by === 'owner'
      ? {
          send: () => visitor(words.link(group, path), { method: 'DELETE' }),
          project: ({ data }) => ({ image: words.imageOf(data.imageId), remainingImages: data.remainingImages }),
        }
      : {
          send: () => admin(words.groupPath(group, path), { method: 'DELETE' }),
          project: ({ imageId }) => ({ image: words.imageOf(imageId) }),
        }
  },

  reorder({ visitor, admin, words, ids }, { by, group, how }) {
    const [first = 1, ...rest] = ids
    const orders = {
      reverse: ids.toReversed(),
      rotate: [...rest, first],
      same: ids,
      short: rest,
      twice: [...ids, first],
      foreign: [...rest, 999_999_999],
    }
    const json = { imageIds: ids.length > 0 || how !== 'same' ? orders[how] : [1] }
    return {
      send: () =>
        by === 'owner'
          ? visitor(words.link(group, '/reorder'), { method: 'PUT', json })
          : admin(words.groupPath(group, '/reorder'), { method: 'PUT', json }),
      project: ({ data }) => ({ order: data.imageIds.map(words.imageOf) }),
    }
  },

  describe(context, { by, group, image, text }) {
    const { visitor, admin, words } = context
    const imageId = idAt(context, image)
    const descriptions = [{ imageId, description: text }]
    return by === 'owner'
      ? {
          send: () => visitor(words.link(group, '/images/descriptions'), { method: 'PUT', json: { descriptions } }),
          project: ({ updatedCount }) => ({ updatedCount }),
        }
      : {
          send: () =>
            admin(words.groupPath(group, `/images/${imageId}`), { method: 'PATCH', json: { image_description: text } }),
          project: ({ imageDescription }) => ({ description: imageDescription }),
        }
  },

  metadata: ({ visitor, admin, words }, { by, group, fields }) => ({
    send: () =>
      by === 'owner'
        ? visitor(words.link(group, '/metadata'), { method: 'PUT', json: fields })
        : admin(words.groupPath(group), { method: 'PATCH', json: fields }),
    project: (body) => ({ updatedFields: (body.data ?? body).updatedFields.toSorted() }),
  }),
}
