import type { ConsentProof } from '#contract/consents.ts'
import type * as shapes from '#contract/shapes.ts'

const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')

const row = (cells: readonly string[]): string =>
  `<tr>${cells.map((cell) => `<td>${escaped(cell)}</td>`).join('')}</tr>`

const heading = ({ type, platformName }: ConsentProof): string => [type, platformName ?? ''].join(' ').trim()

const consent = (proof: ConsentProof): string => `<section>
<h2>${escaped(heading(proof))}: ${proof.given ? 'given' : 'withdrawn'}</h2>
<p lang="${escaped(proof.language ?? 'en')}" dir="auto">${escaped(proof.text ?? 'The text was not stored at that time.').replaceAll('\n', '<br>')}</p>
<p>Version ${escaped(proof.version ?? '–')}, language ${escaped(proof.language ?? '–')}</p>
<table><thead><tr><th>Action</th><th>Time (UTC)</th><th>By</th><th>Version</th></tr></thead><tbody>
${proof.history.map((each) => row([each.action, each.at, each.by, each.version])).join('\n')}
</tbody></table></section>`

const page = (title: string, body: string): string => `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>${escaped(title)}</title>
<style>body{font:16px/1.5 sans-serif;max-width:45rem;margin:2rem auto;padding:0 1rem}img{max-width:100%}table{border-collapse:collapse}td,th{border:1px solid;padding:.25rem .5rem;text-align:start}</style>
</head><body>
${body}
</body></html>
`

const consentsOf = (groupId: string, proofs: readonly ConsentProof[]): string =>
  [`<h1>Consents of group ${escaped(groupId)}</h1>`, ...proofs.map(consent)].join('\n')

/** The proof as a page to print, without external scripts or styles. `site`: name and address of the logo, if any. */
export const proofPage = (
  groupId: string,
  proofs: readonly ConsentProof[],
  site: { readonly name: string; readonly logo: string | null },
): string => {
  const logo = site.logo === null ? '' : `<img src="${escaped(site.logo)}" alt="" height="36"> `
  const heading = `<p>${logo}<strong>${escaped(site.name)}</strong></p>`
  return page(`Consents of group ${groupId} · ${site.name}`, [heading, consentsOf(groupId, proofs)].join('\n'))
}

interface ArchivedGroup extends Pick<shapes.GroupSummary, 'groupId' | 'title' | 'name' | 'year' | 'description'> {
  readonly images: readonly { readonly file: string | null; readonly imageDescription: string | null }[]
}

const line = (text: string | null, tag: string): string =>
  text === null ? '' : `<${tag} dir="auto">${escaped(text)}</${tag}>`

/** The page of an owner's archive: texts, photos and the proof. */
export function archivePage(group: ArchivedGroup, proofs: readonly ConsentProof[]): string {
  const photos = group.images.map(({ file, imageDescription }) =>
    [file === null ? '' : `<p><img src="${escaped(file)}" alt=""></p>`, line(imageDescription, 'p')].join('\n'),
  )
  const texts = [line(group.title, 'h1'), line(group.name, 'p'), `<p>${group.year}</p>`, line(group.description, 'p')]
  return page(group.title ?? group.groupId, [...texts, ...photos, consentsOf(group.groupId, proofs)].join('\n'))
}
