import { type LedgerContent, type Withdrawal, withdrawalKinds } from '#server/ports/withdrawals/withdrawals.ts'

type Line = Withdrawal & { readonly ledger: string }

export const toLines = (ledgerId: string, entries: readonly Withdrawal[]): string =>
  entries.map((entry) => `${JSON.stringify({ ledger: ledgerId, ...entry })}\n`).join('')

/** Reads what `toLines` wrote, of one ledger or of any. */
export function fromLines(text: string, ledgerId?: string): LedgerContent {
  const entries = new Map<string, Withdrawal>()
  let lastLedger = ''
  const broken: string[] = []
  const whole: string[] = []
  // What a power cut leaves of a write can be zeros.
  for (const line of text.replaceAll('\0', '').split('\n')) {
    if (line === '') continue
    const parsed = parse(line)
    if (parsed === undefined) broken.push(line)
    else whole.push(line)
    if (parsed === undefined || (ledgerId !== undefined && parsed.ledger !== ledgerId)) continue
    const { ledger, ...entry } = parsed
    lastLedger = ledger
    if (!entries.has(entry.id)) entries.set(entry.id, entry)
  }
  const damagedLines = broken.filter((line) => !isCutOff(line, text, whole)).length
  return { ledgerId: lastLedger, entries: [...entries.values()], damagedLines }
}

/** The first part of an entry that was written whole afterwards, or would have been next. */
const isCutOff = (line: string, text: string, whole: readonly string[]) =>
  text.endsWith(line) || whole.some((each) => each.startsWith(line))

function parse(line: string): Line | undefined {
  try {
    const value = JSON.parse(line)
    const isKnown = withdrawalKinds.some((kind) => kind === value.kind)
    const isEntry = isKnown && [value.ledger, value.id, value.at].every((field) => typeof field === 'string')
    return isEntry ? value : undefined
  } catch {
    return undefined
  }
}
