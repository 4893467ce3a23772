import { conflict, type Expected, missing, ok, refused, textOrNull, toOwner } from '#proofs/model/group.ts'
import type { State, Submission } from '#proofs/model/state.ts'
import type { Handlers } from './handlers.ts'

/** Submissions (D66). */
export const submissions: Handlers<'begin' | 'sendFile' | 'complete' | 'abandon'> = {
  begin(state, { files, platforms, title, name, year, text, exhibition }) {
    const names = Array.from({ length: files }, () => state.nextFile())
    if (state.isEnded(exhibition)) return missing('EXHIBITION_NOT_FOUND')
    const wrong = state.checkUpload({ title, name, ...(year !== null && { year }) }, platforms)
    if (wrong.length > 0) return refused(...wrong)
    const description = textOrNull([...text.trim()].slice(0, 200).join(''))
    state.submissions.push({
      ...{ texts: { name: textOrNull(name), title: textOrNull(title), year: year ?? state.yearNow() } },
      ...{ platforms, exhibition },
      files: names.map((originalName, n) => ({ originalName, description: n === 0 ? description : null, photo: null })),
      ...{ expiresAt: state.now + submissionMs, made: undefined, isGone: false },
    })
    return { status: 201 }
  },

  sendFile(state, step) {
    return toOpen(state, step, (submission) => {
      if (!state.mayFinish(submission)) return closed
      const file = submission.files[step.file]
      const photo = state.photos[step.photo]
      if (file === undefined || photo === undefined) return missing('FILE_NOT_FOUND')
      file.photo = step.photo
      submission.expiresAt = state.now + submissionMs
      return ok({ index: step.file, status: 'arrived', fileSize: photo.bytes, takenAt: photo.takenAt })
    })
  },

  complete(state, { submission: number, skip }) {
    const submission = state.findSubmission(number)
    if (submission === undefined) return missing('SUBMISSION_NOT_FOUND')
    if (submission.made) return ok(toOwner(submission.made))
    if (!state.mayFinish(submission)) return closed
    const files = submission.files.filter((_, index) => !skip.includes(index))
    if (files.length === 0) return refused('NO_FILES')
    if (files.some(({ photo }) => photo === null)) return conflict('SUBMISSION_INCOMPLETE')
    const images = files.map(({ originalName, description, photo }) => ({
      ...state.takePhoto(photo ?? 0, originalName),
      description,
    }))
    submission.made = state.newUpload(submission.texts, images, submission)
    return ok(toOwner(submission.made))
  },

  abandon(state, step) {
    return toOpen(state, step, (submission) => {
      submission.isGone = true
      return ok()
    })
  },
}

const closed: Expected = { status: 403, codes: ['EXHIBITION_CLOSED'] }

const submissionMs = 24 * 60 * 60_000

function toOpen(state: State, step: { submission: number }, run: (submission: Submission) => Expected): Expected {
  const submission = state.findSubmission(step.submission)
  if (submission === undefined) return missing('SUBMISSION_NOT_FOUND')
  return submission.made ? conflict('SUBMISSION_COMPLETE') : run(submission)
}
