/** What the first line of an English message reports. */
const headlines: Readonly<Record<string, string>> = {
  'New upload awaits review': 'upload',
  'Group deleted by its owner': 'group_deleted',
  'Consent revoked': 'revoke',
  'Consent restored': 'restore',
}

/** `<what> <name of the group>` → how often it was delivered or waits for that. */
export function countMessages(
  delivered: readonly string[],
  queued: readonly Record<string, unknown>[],
): Map<string, number> {
  const counts = new Map<string, number>()
  const count = (what: string, name: unknown) => counts.set(`${what} ${name}`, (counts.get(`${what} ${name}`) ?? 0) + 1)
  for (const text of delivered) {
    const [headline = '', ...lines] = text.split('\n')
    const name = lines.find((line) => line.startsWith('From: '))?.slice('From: '.length)
    count(headlines[headline] ?? headline, name)
  }
  for (const { kind, payload } of queued) {
    const { name, action } = JSON.parse(String(payload))
    count(kind === 'consent_change' ? action : String(kind), name)
  }
  return counts
}
