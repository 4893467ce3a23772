import type { ConsentProof } from '#contract/consents.ts'

const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')

const row = (cells: readonly string[]): string =>
  `<tr>${cells.map((cell) => `<td>${escaped(cell)}</td>`).join('')}</tr>`

const heading = ({ type, platformName }: ConsentProof): string => [type, platformName ?? ''].join(' ').trim()

const consent = (proof: ConsentProof): string => `<section>
<h2>${escaped(heading(proof))}: ${proof.given ? 'given' : 'withdrawn'}</h2>
<p lang="${escaped(proof.language ?? 'en')}" dir="auto">${escaped(proof.text ?? 'The text was not kept at that time.').replaceAll('\n', '<br>')}</p>
<p>Version ${escaped(proof.version ?? '–')}, language ${escaped(proof.language ?? '–')}</p>
<table><thead><tr><th>Action</th><th>Time (UTC)</th><th>By</th><th>Version</th></tr></thead><tbody>
${proof.history.map((each) => row([each.action, each.at, each.by, each.version])).join('\n')}
</tbody></table></section>`

/** The proof as a page to print, without scripts or styles of others. */
export const proofPage = (groupId: string, proofs: readonly ConsentProof[]): string => `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>Consents of group ${escaped(groupId)}</title>
<style>body{font:16px/1.5 sans-serif;max-width:45rem;margin:2rem auto;padding:0 1rem}table{border-collapse:collapse}td,th{border:1px solid;padding:.25rem .5rem;text-align:start}</style>
</head><body><h1>Consents of group ${escaped(groupId)}</h1>
${proofs.map(consent).join('\n')}
</body></html>
`
