import type { Replayed } from '#server/operations/withdrawals/replay-withdrawals.ts'

/** What was withdrawn again, by group and account. */
export function describeReplay({ deletedGroups, changedGroups, restoredGroups, lockedAccounts }: Replayed): string[] {
  return [
    ...line('Deleted again, as they were deleted since', deletedGroups),
    ...line('Withdrawn again (consents, approvals, hidden or deleted photos)', changedGroups),
    ...line('Brought back', restoredGroups),
    ...line(
      'Locked, because the account has changed since (unlock with npm run admin -- reset-password and enable)',
      lockedAccounts,
    ),
  ]
}

const line = (text: string, items: readonly string[]) => (items.length > 0 ? [`${text}: ${items.join(', ')}`] : [])
