import { type Selectable, sql } from 'kysely'
import { withTexts } from '#contract/group-texts.ts'
import type { SubmissionsTable } from '#server/adapters/database/tables.ts'
import type { Submission, SubmissionWrites } from '#server/ports/submission-store.ts'
import type { StoreContext } from './context.ts'

const toSubmission = (row: Selectable<SubmissionsTable>): Submission => ({
  submissionDigest: row.submission_digest,
  texts: withTexts(JSON.parse(row.texts)),
  files: JSON.parse(row.files),
  expiresAt: row.expires_at,
  made:
    row.group_id === null || row.token_digest === null
      ? undefined
      : { groupId: row.group_id, tokenDigest: row.token_digest },
})

const toColumns = ({ texts, files, expiresAt, made }: Submission) => ({
  texts: JSON.stringify(texts),
  files: JSON.stringify(files),
  expires_at: expiresAt,
  group_id: made?.groupId ?? null,
  token_digest: made?.tokenDigest ?? null,
})

function openSubmissions({ db }: StoreContext): Omit<SubmissionWrites, 'takeEnded'> {
  return {
    async find(submissionDigest, now) {
      const row = await db
        .selectFrom('submissions')
        .selectAll()
        .where('submission_digest', '=', submissionDigest)
        .where('expires_at', '>', now)
        .executeTakeFirst()
      return row && toSubmission(row)
    },

    async insert(submission) {
      const row = { submission_digest: submission.submissionDigest, ...toColumns(submission) }
      await db.insertInto('submissions').values(row).execute()
    },

    async lock(submissionDigest, now) {
      const row = await db
        .updateTable('submissions')
        .set({ revision: sql`revision + 1` })
        .where('submission_digest', '=', submissionDigest)
        .where('expires_at', '>', now)
        .returningAll()
        .executeTakeFirst()
      return row && toSubmission(row)
    },

    async update(submission) {
      const change = db.updateTable('submissions').set(toColumns(submission))
      await change.where('submission_digest', '=', submission.submissionDigest).execute()
    },

    async remove(submissionDigest) {
      await db.deleteFrom('submissions').where('submission_digest', '=', submissionDigest).execute()
    },
  }
}

const endedSubmissions = ({ db }: StoreContext): Pick<SubmissionWrites, 'takeEnded'> => ({
  async takeEnded(now, limit) {
    const ended = db
      .selectFrom('submissions')
      .select('submission_digest')
      .where('expires_at', '<=', now)
      .orderBy('expires_at')
      .limit(limit)
    const rows = await db
      .deleteFrom('submissions')
      .where('submission_digest', 'in', ended)
      .where('expires_at', '<=', now)
      .returningAll()
      .execute()
    return rows.map(toSubmission)
  },
})

export const submissionStore = (context: StoreContext): SubmissionWrites => ({
  ...openSubmissions(context),
  ...endedSubmissions(context),
})
