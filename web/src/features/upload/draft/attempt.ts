import type { Consents, Draft } from './draft.ts'

/** A submission that was begun on this device. */
export interface Attempt {
  readonly submissionId: string
  readonly consents: Consents
  /** The texts and consents that the server knows, as text. */
  readonly fingerprint: string
  readonly photos: readonly { readonly id: string; readonly caption: string; readonly altText?: string }[]
  /** Milliseconds since 1970. */
  readonly begunAt: number
  /** The visitor has gone back to the draft: what was agreed to may have changed since. */
  readonly isPaused?: boolean
}

const fingerprintOf = ({ texts }: Draft, consents: Consents): string => JSON.stringify([texts, consents])

export const newAttempt = (submissionId: string, draft: Draft, consents: Consents): Attempt => ({
  submissionId,
  consents,
  fingerprint: fingerprintOf(draft, consents),
  photos: draft.photos.map(({ id, caption, altText }) => ({ id, caption, altText })),
  begunAt: Date.now(),
})

/** Whether the draft can be sent with it: the same texts and consents, and only its photos, in their order. */
export const matchesDraft = (attempt: Attempt, draft: Draft, consents: Consents): boolean => {
  if (attempt.fingerprint !== fingerprintOf(draft, consents)) return false
  const rest = attempt.photos.values()
  return draft.photos.every(({ id, caption, altText }) => {
    for (const known of rest) if (known.id === id) return known.caption === caption && (known.altText ?? '') === altText
    return false
  })
}

const dayMs = 24 * 60 * 60_000

/** Sending was interrupted, and what has arrived is still there. */
export const isUnfinished = ({ begunAt, isPaused }: Attempt): boolean => !isPaused && Date.now() - begunAt < dayMs
