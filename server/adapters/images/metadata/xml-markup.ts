export interface XmlAttribute {
  readonly name: string
  readonly start: number
  readonly end: number
}

/** Something between `<` and `>`. `end` is after it. `other`: a comment, CDATA, a declaration or an instruction. */
export type XmlMarkup =
  | {
      readonly kind: 'element'
      readonly name: string
      readonly attributes: readonly XmlAttribute[]
      readonly empty: boolean
      readonly end: number
    }
  | { readonly kind: 'close'; readonly end: number }
  | { readonly kind: 'other'; readonly end: number }

const others = [
  ['<!--', '-->'],
  ['<![CDATA[', ']]>'],
  ['<?', '?>'],
  ['<!', '>'],
] as const

/**
 * Reads the markup that begins at `at`; undefined when it is not well-formed. A full parser would not do: it tells the
 * values, not where they stand.
 */
export function readMarkup(text: string, at: number): XmlMarkup | undefined {
  const other = others.find(([open]) => text.startsWith(open, at))
  if (other) return endingWith(other[1], { kind: 'other', text, from: at + other[0].length })
  if (text.startsWith('</', at)) return endingWith('>', { kind: 'close', text, from: at + 2 })
  return readElement(text, at + 1)
}

function endingWith(
  mark: string,
  { kind, text, from }: { kind: 'close' | 'other'; text: string; from: number },
): XmlMarkup | undefined {
  const at = text.indexOf(mark, from)
  return at < 0 ? undefined : { kind, end: at + mark.length }
}

function readElement(text: string, from: number): XmlMarkup | undefined {
  const name = matchAt(/[^\s/>=<"']+/y, { text, at: from })
  if (!name) return undefined
  const attributes: XmlAttribute[] = []
  let at = from + name.length
  for (;;) {
    at += matchAt(/\s*/y, { text, at }).length
    const close = matchAt(/\/?>/y, { text, at })
    if (close) return { kind: 'element', name, attributes, empty: close.length === 2, end: at + close.length }
    const attribute = readAttribute(text, at)
    if (!attribute) return undefined
    attributes.push(attribute)
    at = attribute.end
  }
}

function readAttribute(text: string, start: number): XmlAttribute | undefined {
  const name = matchAt(/[^\s/>=<"']+/y, { text, at: start })
  const equals = matchAt(/\s*=\s*["']/y, { text, at: start + name.length })
  if (!name || !equals) return undefined
  const quote = start + name.length + equals.length
  const end = text.indexOf(equals.slice(-1), quote)
  return end < 0 ? undefined : { name, start, end: end + 1 }
}

function matchAt(pattern: RegExp, { text, at }: { text: string; at: number }): string {
  pattern.lastIndex = at
  return pattern.exec(text)?.[0] ?? ''
}
