/** Newer than Safari 15.4, Chrome 100 or Firefox 115. Properties that only refine, such as `text-wrap`, are not in it. */
const tooNew = {
  selector: /:has\(/,
  atRule: /@(container|property|scope|starting-style)\b/g,
  value: /\b\d+([dsl]v([hwib]|min|max)|cq([hwib]|min|max))\b|\b(color-mix|light-dark|oklch|oklab|lch|lab)\(/,
}

/** They only change a colour or a gap. */
const harmless = [
  // Mantine: clearable selects, disabled fields, scroll bars of scroll areas.
  /combined-clear-section|input:disabled|data-mantine-scrollbar/,
  // The slideshow's first picture, and hidden photos.
  /data-first\^=slideshow|data-hidden-photo/,
  // Mantine's dialogs: components/dialog.module.css has a fallback in older units.
  /^\.m_(9df02822|54c44539)/,
]

/** The rules that the oldest browsers of the visitors' pages ignore, except those with a fallback. */
export function droppedIn(css: string): string[] {
  const known = css.replace(/\/\*.*?\*\//gs, '').replace(/@supports[^{]*\{([^{}]*\{[^{}]*\})*\s*\}/g, '')
  const rules = [...known.matchAll(/([^{}]+)\{([^{}]*)\}/g)].map(([, selector = '', body = '']) => ({ selector, body }))
  const dropped = rules.filter(({ selector, body }) => tooNew.selector.test(selector) || hasNewValue(body))
  return [
    ...(known.match(tooNew.atRule) ?? []),
    ...dropped.map(({ selector }) => selector.trim()).filter((each) => !harmless.some((known) => known.test(each))),
  ]
}

/** Whether a declaration has a value that is too new, without an older one before it. */
function hasNewValue(body: string): boolean {
  const kept = new Set<string>()
  return body.split(';').some((declaration) => {
    const [property = '', value = ''] = declaration.split(/:(.*)/s).map((part) => part.trim())
    if (!tooNew.value.test(value)) kept.add(property)
    return !kept.has(property)
  })
}
