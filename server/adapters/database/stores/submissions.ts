import { sql } from 'kysely'
import { withTexts } from '#contract/texts/group-texts.ts'
import { toColumns } from '#server/adapters/database/columns.ts'
import type { Row } from '#server/adapters/database/tables.ts'
import type { Submission, SubmissionWrites } from '#server/ports/submission-store.ts'
import { all, first, run, type StoreContext } from './queries.ts'

const toSubmission = (row: Row<'submissions'>): Submission => ({
  submissionDigest: row.submission_digest,
  texts: withTexts(JSON.parse(row.texts)),
  files: JSON.parse(row.files),
  expiresAt: row.expires_at,
  groupId: row.group_id,
})

export function submissionStore({ db }: StoreContext): SubmissionWrites {
  const change = (submissionDigest: string) =>
    db.updateTable('submissions').where('submission_digest', '=', submissionDigest)
  return {
    find(submissionDigest, now) {
      const submissions = db.selectFrom('submissions').selectAll().where('submission_digest', '=', submissionDigest)
      return first(submissions.where('expires_at', '>', now), toSubmission)
    },

    insert: (submission) => run(db.insertInto('submissions').values(toColumns(submission))),

    lock(submissionDigest, now) {
      const open = change(submissionDigest).where('expires_at', '>', now)
      return first(open.set({ revision: sql`revision + 1` }).returningAll(), toSubmission)
    },

    update: (submission) => run(change(submission.submissionDigest).set(toColumns(submission))),
    remove: (submissionDigest) => run(db.deleteFrom('submissions').where('submission_digest', '=', submissionDigest)),

    takeEnded(now, limit) {
      const ended = db.selectFrom('submissions').select('submission_digest').where('expires_at', '<=', now)
      const removal = db
        .deleteFrom('submissions')
        .where('submission_digest', 'in', ended.orderBy('expires_at').limit(limit))
        .where('expires_at', '<=', now)
      return all(removal.returningAll(), toSubmission)
    },
  }
}
