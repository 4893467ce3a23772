import { hash } from 'node:crypto'
import { pageAccent } from '#contract/site/accent.ts'

/** Tenths of width by height; what is narrower or wider is cut a little. */
const shapes = { narrowest: 6, widest: 30 } as const

/** The shape of a photo in its row, which has a class: inline styles are forbidden, so that no visitor's text can have one. */
export const shapeOf = (width: number, height: number): number =>
  Math.min(shapes.widest, Math.max(shapes.narrowest, Math.round((10 * width) / height)))

/** Photos share a row by their shapes, so that all of it have one height. */
const shapeRules = (): string =>
  Array.from({ length: shapes.widest - shapes.narrowest + 1 }, (_, index) => {
    const tenths = shapes.narrowest + index
    return `.r${tenths}{flex:${tenths} 1 calc(var(--row)*${tenths / 10})}.r${tenths} .photo{aspect-ratio:${tenths}/10}`
  }).join('')

/** The colours are those of web/src/colors.css. On a phone one photo after the other, else rows of about one height. */
export function galleryStyle(accentColour: string | null): string {
  const light = pageAccent('light', accentColour)
  const dark = pageAccent('dark', accentColour)
  return `
:root { color-scheme: light dark; --ground: #f5f3ef; --ink: #26231f; --soft: #5f5953; --line: #dfdad2; --tile: #e9e5de; --accent: ${light.accent}; --row: 17rem }
@media (prefers-color-scheme: dark) { :root { --ground: #191715; --ink: #f2efe9; --soft: #b5aea4; --line: #3a3632; --tile: #2c2926; --accent: ${dark.accent} } }
* { box-sizing: border-box }
body { margin: 0; background: var(--ground); color: var(--ink); font: 1.0625rem/1.5 system-ui, -apple-system, "Segoe UI", sans-serif; overflow-wrap: break-word }
main, header, footer { max-width: 90rem; margin: 0 auto; padding: 0 1rem }
header { padding-top: 1.25rem } header img { max-width: 8rem; max-height: 2.25rem; vertical-align: middle; margin-inline-end: .625rem }
.brand { font-weight: bold; line-height: 2.75rem; margin: 0 }
h1 { font-size: min(12vw, clamp(1.75rem, 5vw, 2.75rem)); line-height: 1.15; margin: .25rem 0; text-wrap: balance; hyphens: auto }
h2 { font-size: 1.25rem; line-height: 1.3; margin: 0 } .soft { color: var(--soft) } [dir=ltr] > body > :not(dialog) [dir=auto] { text-align: left } [dir=rtl] > body > :not(dialog) [dir=auto] { text-align: right } header p.soft { margin: 0 }
section { margin: 2.5rem 0 } section > p { margin: .25rem 0; max-width: 44rem; white-space: pre-line }
.row { display: flex; flex-wrap: wrap; gap: 1.25rem 1rem; margin-top: .75rem }
.row::after { content: ""; flex: 1e6 0 0 }
figure { margin: 0; max-width: 100% } ${shapeRules()}
.photo { display: block; border-radius: 6px; background: var(--tile); overflow: hidden }
figure img { display: block; width: 100%; height: 100%; object-fit: cover }
figcaption { padding-top: .375rem; font-size: .9375rem; line-height: 1.4; display: flex; gap: .75rem; justify-content: space-between; align-items: baseline }
figcaption span { min-width: 0 }
@media (max-width: 40rem) { .row { gap: 1.25rem } .row figure { flex: 0 0 100% } }
.code { color: var(--soft); flex: none; font-size: .875rem; padding: .375rem 0; margin-inline-start: auto; text-decoration: none; unicode-bidi: isolate }
a { color: var(--accent) } .code:hover { text-decoration: underline } :focus-visible { outline: 3px solid var(--accent); outline-offset: 2px }
nav { display: flex; flex-wrap: wrap; gap: .75rem; margin: 2rem 0 }
nav a { padding: .625rem 1.25rem; min-height: 2.75rem; border: 1px solid var(--accent); border-radius: 6px; text-decoration: none; font-weight: bold }
footer { border-top: 1px solid var(--line); margin-top: 3rem; padding-top: .75rem; padding-bottom: 2rem } footer a { display: inline-block; padding: .625rem 1rem .625rem 0 }
dialog { border: 0; padding: 0; margin: 0; width: 100%; height: 100%; max-width: none; max-height: none; background: #14120f; color: #f2efe9; overflow: hidden }
dialog[open] { display: grid; grid-template: minmax(40%, 1fr) minmax(0, auto) / 100% } dialog::backdrop { background: #14120f }
dialog img { width: 100%; height: 100%; object-fit: contain; background: center / contain no-repeat; touch-action: pinch-zoom }
dialog p { margin: 0; padding: .75rem max(1rem, 50% - 22rem) 1rem; min-height: 3.5rem; overflow: auto; text-align: center; display: flex; flex-wrap: wrap; gap: .25rem 1rem; justify-content: center; align-items: baseline; font-size: 1rem }
dialog p .code { margin: 0; color: #c9c2b8 } dialog p span:empty { display: none }
dialog button { position: absolute; width: 3rem; height: 3rem; border: 0; border-radius: 50%; background: #14120fb3; color: #f2efe9; font: 1.5rem/1 system-ui, sans-serif; cursor: pointer }
dialog button:disabled { visibility: hidden } dialog:focus-visible { outline: 0 } dialog button:focus-visible { outline-color: #f2efe9 }
[data-go=close] { top: .75rem; inset-inline-end: .75rem } [data-go=back], [data-go=on] { grid-row: 1 / 2; inset-block: 0; margin-block: auto } [data-go=back] { inset-inline-start: .75rem } [data-go=on] { inset-inline-end: .75rem }
[dir=rtl] [data-go=back], [dir=rtl] [data-go=on] { transform: scaleX(-1) }
.paper { display: none }
@page { margin: 15mm }
@media print {
:root { color-scheme: light; --ground: #fff; --ink: #000; --soft: #444 }
nav, dialog, footer { display: none } .paper { display: block } body { font-size: 11pt } main, header { max-width: none; padding: 0 }
section { margin: 8mm 0 } h2, h2 ~ p { break-after: avoid } .row { display: block; orphans: 1; widows: 1 }
.row figure { display: inline-block; vertical-align: top; margin: 0 0 4mm; margin-inline-end: 3mm; break-inside: avoid } .row .photo { height: 42mm; max-width: 100% }
figcaption { width: 0; min-width: 100%; font-size: 9pt } .code { font-size: 8pt; padding: 0 }
}`
}

/** For a Content-Security-Policy: this style and no other. */
export const styleHash = (style: string): string => `'sha256-${hash('sha256', style, 'base64')}'`
