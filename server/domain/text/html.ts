/** Text that is already HTML. */
export interface Html {
  readonly markup: string
}

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

export const escaped = (text: string): string => text.replace(/[&<>"']/g, (character) => entities[character] ?? '')

type Piece = string | number | undefined | Html | readonly Html[]

const markupOf = (piece: Piece): string => {
  if (piece === undefined) return ''
  if (typeof piece !== 'object') return escaped(String(piece))
  return [piece]
    .flat()
    .map((each) => ('markup' in each ? each.markup : ''))
    .join('')
}

/** Escapes whatever is not HTML itself. */
export const html = (parts: TemplateStringsArray, ...pieces: readonly Piece[]): Html => ({
  markup: String.raw({ raw: parts }, ...pieces.map(markupOf)),
})
