/** Whether `If-None-Match` names the tag; weak comparison, as reads want it. */
export function matchesTag(header: string | undefined, tag: string): boolean {
  if (header === undefined) return false
  if (header === tag) return true
  return header.split(',').some((each) => {
    const candidate = each.trim()
    return candidate === '*' || candidate.replace(/^W\//, '') === tag.replace(/^W\//, '')
  })
}
