import type { Context, Requests } from './request.ts'
import type { Body } from './words.ts'

function form({ photos, words }: Context, field: string, numbers: readonly number[]) {
  const body = new FormData()
  const names = numbers.map((number) => {
    const name = words.nextFile()
    body.append(field, new Blob([new Uint8Array(photos[number] ?? Buffer.alloc(0))], { type: 'image/jpeg' }), name)
    return name
  })
  return { body, names }
}

export const uploads: Requests<'upload' | 'uploadOne' | 'add'> = {
  upload(context, step) {
    const { visitor, words } = context
    const { body, names } = form(context, 'images', step.photos)
    const { name, title, year, text } = step
    if (step.exhibition > 0) body.append('exhibition', context.exhibitions[step.exhibition]?.slug ?? '')
    body.append('metadata', JSON.stringify({ name, title, ...(year !== null && { year }) }))
    body.append('descriptions', JSON.stringify([{ fileName: names[0], description: text }]))
    body.append('consents', JSON.stringify({ workshopConsent: true, socialMediaConsents: step.platforms }))
    return {
      send: () => visitor('/api/upload/batch', { method: 'POST', body }),
      project(answer) {
        words.learnGroup(answer)
        words.learnImages(answer.images)
        return words.shown(answer)
      },
    }
  },

  uploadOne(context, step) {
    const { visitor, admin, words } = context
    const { body } = form(context, 'file', [step.photo])
    if (step.name !== null) body.append('groupName', step.name)
    return {
      send: () => visitor('/api/upload', { method: 'POST', body }),
      async project(answer) {
        words.learnGroup(answer)
        const { images } = (await (await admin(`/api/admin/groups/${answer.groupId}`)).json()) as Body
        words.learnImages(images)
        return { group: words.numberOf(answer.groupId), name: answer.groupName }
      },
    }
  },

  add(context, step) {
    const { visitor, words } = context
    const { body } = form(context, 'images', step.photos)
    return {
      send: () => visitor(words.link(step.group, '/images'), { method: 'POST', body }),
      project({ data: { newImagesCount, totalImagesCount, images } }) {
        words.learnImages(images)
        return { newImagesCount, totalImagesCount }
      },
    }
  },
}
