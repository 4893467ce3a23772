import type { ParseKeys } from 'i18next'

/** What the session says about a change: the name of a text, and what belongs to it. */
export interface Report {
  readonly kind: 'success' | 'error' | 'announcement'
  readonly text: ParseKeys<'admin'>
  /** Of groups. */
  readonly count?: number
  readonly error?: unknown
  readonly undo?: (() => void) | undefined
}

let show: (report: Report) => void = () => undefined

/** The pages say how reports are shown. */
export const showReports = (as: typeof show): void => {
  show = as
}

export const report = (kind: Report['kind'], text: Report['text'], more: Omit<Report, 'kind' | 'text'> = {}): void =>
  show({ kind, text, ...more })
