import type { ConsentTexts } from '#contract/settings/site-settings.ts'
import type { GroupTexts } from '#contract/texts/group-texts.ts'
import type { FileLimits } from '#server/domain/settings/settings.ts'
import type { ReceivedImage } from './image-store.ts'

/** The texts and consents of a submission's group. */
export interface SubmissionTexts extends GroupTexts {
  /** Absent from before there were exhibitions: `main`. */
  readonly exhibitionId?: number
  /** It was begun with this staff link (D91). */
  readonly staffLinkId?: number | undefined
  readonly year: number
  /** Platforms the visitor consented to. */
  readonly platformIds: readonly number[]
  readonly minorsConsent?: boolean
  /** Of the texts that were agreed to. */
  readonly language?: string
  /** The operator's wording of the consents when the submission began; null for none. */
  readonly consentTexts?: ConsentTexts | null
  /** The limits when the submission began: a lower setting does not disturb it (D75). */
  readonly limits?: FileLimits
}

/** The beginning of a file that is sent in parts: each is a stored file of its own. */
export interface FilePart {
  readonly name: string
  readonly size: number
  /** Bytes of the whole file, as its sender said. Absent in one of an earlier version. */
  readonly total?: number
}

export interface SubmissionFile {
  /** The client's file name. */
  readonly originalName: string
  readonly description: string | null
  /** Absent in one of an earlier version. */
  readonly altText?: string | null
  /** null while the file is waited for. */
  readonly image: ReceivedImage | null
  readonly parts: readonly FilePart[]
}

/** An upload that arrives file by file, each whole or in parts (D66). */
export interface Submission {
  /** Of its id, which is a secret. */
  readonly submissionDigest: string
  readonly texts: SubmissionTexts
  /** Empty once it is complete. */
  readonly files: readonly SubmissionFile[]
  /** ISO 8601. */
  readonly expiresAt: string
  /** The group that was made of it; null until it is complete. */
  readonly groupId: string | null
}

export interface SubmissionReads {
  /** undefined when there is none, or it expired before `now`. */
  find(submissionDigest: string, now: string): Promise<Submission | undefined>
}

export interface SubmissionWrites extends SubmissionReads {
  insert(submission: Submission): Promise<void>
  /** Like `find`, and locks it until the transaction ends. */
  lock(submissionDigest: string, now: string): Promise<Submission | undefined>
  /** Replaces a locked submission. */
  update(submission: Submission): Promise<void>
  remove(submissionDigest: string): Promise<void>
  /** Removes at most `limit` that expired before `now` and returns them. */
  takeEnded(now: string, limit: number): Promise<Submission[]>
}
