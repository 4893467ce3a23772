import { formatBytes } from '#server/domain/text/format-bytes.ts'
import type { Checked } from '#server/operations/check/check-files.ts'
import type { LedgerChecked } from '#server/operations/check/check-ledger.ts'
import { formatCount } from '#server/operations/format.ts'
import type { Replayed } from '#server/operations/withdrawals/replay-withdrawals.ts'

interface CheckReport {
  readonly repair: boolean
  readonly ledger: LedgerChecked
  readonly files: Checked
  readonly madePreviews: number
}

/** Something differs, and this run has not fixed it. */
export function isUnsettled({ repair, ledger, files, madePreviews }: CheckReport): boolean {
  if (files.withoutOriginal.length > 0 || files.cutShort.length > 0 || ledger.damagedLines > 0) return true
  if (repair) return files.refusedOrphans || madePreviews < files.withoutPreview
  return [ledger.unknown, ledger.lost, files.withoutPreview, files.orphans.length].some((count) => count > 0)
}

export function describeCheck(report: CheckReport): string {
  const { files, bytes } = report.files
  const lines = [
    `Files of photos: ${formatCount(files)}, ${formatBytes(bytes)}.`,
    ...ledgerLines(report),
    ...fileLines(report.files, report.repair),
    ...previewLines(report),
  ]
  if (lines.length === 1) lines.push('Nothing differs.')
  if (!report.repair && isUnsettled(report)) lines.push('Nothing was changed. --repair fixes what it can.')
  return lines.join('\n')
}

function ledgerLines({ ledger, repair }: CheckReport): string[] {
  const { unknown, lost, damagedLines, isMissing, replayed, unapproved } = ledger
  return [
    ...(isMissing ? ['There is no ledger of withdrawals.'] : []),
    ...(damagedLines > 0 ? [`Unreadable lines in the ledger of withdrawals: ${formatCount(damagedLines)}.`] : []),
    ...(unknown > 0 ? [`Withdrawals that the database lacks: ${formatCount(unknown)}.`] : []),
    ...(replayed ? describeReplay(replayed) : []),
    ...(unapproved > 0
      ? [`Withdrawals since then are unknown: ${formatCount(unapproved)} groups wait for approval.`]
      : []),
    ...(lost > 0 ? [`Entries missing in the ledger${repair ? ', added now' : ''}: ${formatCount(lost)}.`] : []),
  ]
}

/** The report on the files; a restore ends with it, too. */
export function fileLines(files: Checked, repair: boolean): string[] {
  const { withoutOriginal, cutShort, orphans, refusedOrphans, removedOrphans } = files
  const orphanBytes = orphans.reduce((bytes, { size }) => bytes + size, 0)
  const count = `${formatCount(orphans.length)}, ${formatBytes(orphanBytes)}`
  return [
    ...photoLines(`Photos without their file${repair ? ', hidden from the public' : ''}`, withoutOriginal),
    ...photoLines('Photos whose file was cut short', cutShort),
    ...(orphans.length > 0 ? [`Files that belong to no photo: ${count}.`] : []),
    ...(removedOrphans > 0 ? [`Removed of them: ${formatCount(removedOrphans)}.`] : []),
    ...(repair && refusedOrphans
      ? [
          'None of them was removed: there are more of them than files of photos. If this is the right database, add --remove-most.',
        ]
      : []),
  ]
}

const photoLines = (text: string, photos: Checked['cutShort']) =>
  photos.length === 0
    ? []
    : [
        `${text}: ${formatCount(photos.length)}.`,
        ...photos.map(({ groupId, id, storedName }) => `  group ${groupId}, image ${id}: ${storedName}`),
      ]

function previewLines({ files, madePreviews, repair }: CheckReport): string[] {
  if (files.withoutPreview === 0) return []
  const made = repair ? `, made now: ${formatCount(madePreviews)}` : ''
  return [`Missing previews: ${formatCount(files.withoutPreview)}${made}.`]
}

/** What was withdrawn again, by group and account. */
export function describeReplay({ deletedGroups, changedGroups, restoredGroups, lockedAccounts }: Replayed): string[] {
  return [
    ...lineOf('Deleted again, as they were deleted since', deletedGroups),
    ...lineOf('Withdrawn again (consents, approvals, hidden or deleted photos)', changedGroups),
    ...lineOf('Brought back', restoredGroups),
    ...lineOf(
      'Locked, because the account has changed since (unlock with npm run admin -- reset-password and enable)',
      lockedAccounts,
    ),
  ]
}

/** None without items. */
export const lineOf = (text: string, items: readonly string[]): string[] =>
  items.length > 0 ? [`${text}: ${items.join(', ')}`] : []
