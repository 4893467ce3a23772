import type { ConsentProof } from '#contract/consents.ts'
import type * as shapes from '#contract/shapes.ts'
import { directionOf, type Language, languages } from '#contract/site/languages.ts'
import { timeZone } from '#contract/site/time-zone.ts'
import { type GroupTexts, textsOf } from '#contract/texts/group-texts.ts'
import type { ImageTexts } from '#contract/texts/image-texts.ts'
import { escaped } from '#server/domain/text/html.ts'
// Around texts that stay in the language in which they were agreed to.
import proofWords from './proof-words.json' with { type: 'json' }

type ProofWords = (typeof proofWords)[Language]

/** English unless it is one of the others. */
export const proofLanguage = (language: string | null | undefined): Language =>
  languages.find((each) => each === language) ?? 'en'

const row = (cells: readonly string[], columns: readonly string[]): string =>
  `<tr>${cells.map((cell, index) => `<td data-column="${columns[index]}">${escaped(cell)}</td>`).join('')}</tr>`

interface Proof {
  readonly groupId: string
  readonly proofs: readonly ConsentProof[]
  readonly language: Language
}

const timeOf = (time: string, language: Language): string =>
  new Intl.DateTimeFormat(language, { dateStyle: 'medium', timeStyle: 'long', timeZone }).format(new Date(time))

const personOf = (by: string, { people }: ProofWords): string => new Map(Object.entries(people)).get(by) ?? by

function consent(proof: ConsentProof, language: Language): string {
  const words = proofWords[language]
  const [heading, state] = [[words[proof.type], proof.platformName].filter(Boolean).join(' '), proof.given]
  const rows = proof.history.map(({ action, at, by, version }) =>
    row([words.actions[action], timeOf(at, language), personOf(by, words), version], words.columns),
  )
  return `<section>
<h2>${escaped(heading)}: ${state ? words.given : words.withdrawn}</h2>
<blockquote lang="${escaped(proof.language ?? language)}" dir="auto">${escaped(proof.text ?? words.noText).replaceAll('\n', '<br>')}</blockquote>
<p>${words.version} ${escaped(proof.version ?? '–')} · ${words.language} ${escaped(proof.language ?? '–')}</p>
<table><thead><tr>${words.columns.map((name) => `<th>${name}</th>`).join('')}</tr></thead><tbody>
${rows.join('\n')}
</tbody></table></section>`
}

/** Readable on any screen and on paper, where no consent is split. */
const style = `body{font:1rem/1.5 system-ui,sans-serif;max-width:45rem;margin:2rem auto;padding:0 min(1rem,5vw);color:#1c1b19}
h1{font-size:min(1.6rem,9vw);line-height:1.2;overflow-wrap:anywhere}h2{margin:0 0 .5rem;font-size:1.15rem}
section{margin:1.5rem 0;padding-top:1rem;border-top:1px solid #8b8880;break-inside:avoid}
blockquote{margin:.5rem 0;padding:.5rem 1rem;border-inline-start:3px solid #4c6d42;background:#f4f3ef}
table{width:100%;border-collapse:collapse}td,th{font-size:.95rem;border-bottom:1px solid #c9c6bd;padding:.35rem .5rem .35rem 0;text-align:start;vertical-align:top}
img{max-width:100%}
@media (max-width:30rem){thead{display:none}td{display:block}td::before{content:attr(data-column) ': ';font-weight:600}}`

const page = (title: string, body: string, language: Language): string => `<!doctype html>
<html lang="${language}" dir="${directionOf(language)}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${escaped(title)}</title>
<style>${style}</style>
</head><body><main>
${body}
</main></body></html>
`

const headingOf = ({ groupId, language }: Proof): string => `${proofWords[language].title} ${groupId}`

const consentsOf = (proof: Proof, tag: 'h1' | 'h2'): string =>
  [`<${tag}>${escaped(headingOf(proof))}</${tag}>`, ...proof.proofs.map((each) => consent(each, proof.language))].join(
    '\n',
  )

interface PrintedSite {
  readonly name: string
  /** Its address, if there is one. */
  readonly logo: string | null
}

/** The proof as a page to print, without external scripts or styles. */
export function proofPage(proof: Proof, { name, logo }: PrintedSite): string {
  const image = logo === null ? '' : `<img src="${escaped(logo)}" alt="" height="36"> `
  const site = `<p>${image}<strong>${escaped(name)}</strong></p>`
  return page(`${headingOf(proof)} · ${name}`, [site, consentsOf(proof, 'h1')].join('\n'), proof.language)
}

interface ArchivedGroup extends GroupTexts, Pick<shapes.GroupSummary, 'groupId' | 'year'> {
  readonly images: readonly (ImageTexts & { readonly file: string | null })[]
}

const line = (text: string | null, tag: string): string =>
  text === null ? '' : `<${tag} dir="auto">${escaped(text)}</${tag}>`

/** The page of an owner's archive: texts, photos and the proof, in the language in which the consents were given. */
export function archivePage(group: ArchivedGroup, proofs: readonly ConsentProof[]): string {
  const photos = group.images.map(({ file, imageDescription, altText }) =>
    [
      file === null ? '' : `<p><img src="${escaped(file)}" alt="${escaped(altText ?? '')}"></p>`,
      line(imageDescription, 'p'),
    ].join('\n'),
  )
  const { title, name, ...others } = textsOf(group)
  const paragraphs = [name, String(group.year), ...Object.values(others)].map((text) => line(text, 'p'))
  const language = proofLanguage(proofs[0]?.language)
  const consents = consentsOf({ groupId: group.groupId, proofs, language }, 'h2')
  return page(title ?? group.groupId, [line(title, 'h1'), ...paragraphs, ...photos, consents].join('\n'), language)
}
