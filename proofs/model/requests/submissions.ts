import type { Context, Requests } from './request.ts'
import type { Body } from './words.ts'

const path = ({ words }: Context, number: number, more = '') =>
  `/api/upload/submissions/${words.submissionId(number)}${more}`

export const submissions: Requests<'begin' | 'sendFile' | 'complete' | 'abandon' | 'look'> = {
  begin({ visitor, words, exhibitions }, { files, name, title, year, platforms, text, exhibition }) {
    const json = {
      ...(exhibition > 0 && { exhibition: exhibitions[exhibition]?.slug }),
      metadata: { name, title, ...(year !== null && { year }) },
      consents: { workshopConsent: true, socialMediaConsents: platforms },
      files: Array.from({ length: files }, (_, n) => ({
        fileName: words.nextFile(),
        ...(n === 0 && { description: text }),
      })),
    }
    return {
      send: () => visitor('/api/upload/submissions', { method: 'POST', json }),
      project: ({ submissionId }) => void words.learnSubmission(submissionId),
    }
  },

  sendFile(context, { submission, file, photo }) {
    const body = new Uint8Array(context.photos[photo] ?? Buffer.alloc(0))
    const headers = { 'content-type': 'image/jpeg' }
    return {
      send: () => context.visitor(path(context, submission, `/files/${file}`), { method: 'PUT', body, headers }),
      project: ({ index, status, fileSize, exifDateTaken }) => ({ index, status, fileSize, takenAt: exifDateTaken }),
    }
  },

  complete(context, { submission, skip }) {
    const { visitor, words } = context
    return {
      send: () => visitor(path(context, submission, '/complete'), { method: 'POST', json: { skip } }),
      project(answer: Body) {
        if (words.numberOf(answer.groupId) === -1) words.learnGroup(answer)
        words.learnImages(answer.images)
        return words.shown(answer)
      },
    }
  },

  abandon(context, { submission }) {
    return { send: () => context.visitor(path(context, submission), { method: 'DELETE' }) }
  },

  look(context, { submission }) {
    return {
      send: () => context.visitor(path(context, submission)),
      project: ({ isComplete, files }) => ({ isComplete, files: files.map(({ status }: Body) => status) }),
    }
  },
}
