import { hash } from 'node:crypto'
import { pageAccent } from '#contract/site/accent.ts'

/** The colours are those of web/src/colors.css. Photos of one height fill each row, at their own shape. */
export function galleryStyle(accentColour: string | null): string {
  const light = pageAccent('light', accentColour)
  const dark = pageAccent('dark', accentColour)
  return `
:root { color-scheme: light dark; --ground: #f5f3ef; --ink: #26231f; --soft: #5f5953; --line: #dfdad2; --tile: #e9e5de; --accent: ${light.accent}; --row: 15rem }
@media (prefers-color-scheme: dark) { :root { --ground: #191715; --ink: #f2efe9; --soft: #b5aea4; --line: #3a3632; --tile: #2c2926; --accent: ${dark.accent} } }
@media (max-width: 40rem) { :root { --row: 9rem } }
* { box-sizing: border-box }
body { margin: 0; background: var(--ground); color: var(--ink); font: 1.0625rem/1.5 system-ui, -apple-system, "Segoe UI", sans-serif; overflow-wrap: break-word }
main, header, footer { max-width: 90rem; margin: 0 auto; padding: 0 1rem }
header { padding-top: 1.25rem } header img { max-width: 8rem; max-height: 2.25rem; vertical-align: middle; margin-inline-end: .625rem }
.brand { font-weight: bold; line-height: 2.75rem; margin: 0 }
h1 { font-size: clamp(1.75rem, 5vw, 2.75rem); line-height: 1.15; margin: .25rem 0; text-wrap: balance; hyphens: auto }
h2 { font-size: 1.25rem; line-height: 1.3; margin: 0 } .soft { color: var(--soft) } header p.soft { margin: 0 }
section { margin: 2.5rem 0 } section > p { margin: .25rem 0; max-width: 44rem; white-space: pre-line }
.row { display: flex; flex-wrap: wrap; gap: 1rem .5rem; margin-top: .75rem }
.row::after { content: ""; flex: 1e6 0 0 }
figure { margin: 0; flex: 1 1 auto; display: flex; flex-direction: column; max-width: 100% }
figure a.photo { display: block; border-radius: 6px; background: var(--tile); overflow: hidden }
figure img { display: block; height: var(--row); width: auto; min-width: 100%; max-width: 100%; object-fit: cover }
figcaption { width: 0; min-width: 100%; padding-top: .375rem; font-size: .9375rem; line-height: 1.4; display: flex; gap: .75rem; justify-content: space-between; align-items: baseline }
.code { color: var(--soft); flex: none; font-size: .875rem; padding: .375rem 0; margin-inline-start: auto; text-decoration: none; unicode-bidi: isolate }
a { color: var(--accent) } .code:hover { text-decoration: underline } :focus-visible { outline: 3px solid var(--accent); outline-offset: 2px }
nav { display: flex; flex-wrap: wrap; gap: .75rem; margin: 2rem 0 }
nav a { padding: .625rem 1.25rem; min-height: 2.75rem; border: 1px solid var(--accent); border-radius: 6px; text-decoration: none; font-weight: bold }
footer { border-top: 1px solid var(--line); margin-top: 3rem; padding-top: .75rem; padding-bottom: 2rem } footer a { display: inline-block; padding: .625rem 1rem .625rem 0 }
dialog { border: 0; padding: 0; margin: 0; width: 100%; height: 100%; max-width: none; max-height: none; background: #14120f; color: #f2efe9; overflow: hidden }
dialog[open] { display: grid; grid-template: minmax(0, 1fr) auto / 100% } dialog::backdrop { background: #14120f }
dialog img { width: 100%; height: 100%; object-fit: contain; touch-action: pinch-zoom }
dialog p { margin: 0; padding: .75rem 4.5rem 1rem; min-height: 3.5rem; text-align: center; display: flex; flex-wrap: wrap; gap: .25rem 1rem; justify-content: center; align-items: baseline; font-size: 1rem }
dialog p .code { margin: 0; color: #c9c2b8 } dialog p span:empty { display: none }
dialog button { position: absolute; width: 3rem; height: 3rem; border: 0; border-radius: 50%; background: #14120fb3; color: #f2efe9; font: 1.5rem/1 system-ui, sans-serif; cursor: pointer }
dialog button:disabled { visibility: hidden } dialog button:focus-visible { outline-color: #f2efe9 }
[data-go=close] { top: .75rem; inset-inline-end: .75rem } [data-go=back] { top: calc(50% - 3rem); inset-inline-start: .75rem } [data-go=on] { top: calc(50% - 3rem); inset-inline-end: .75rem }
[dir=rtl] [data-go=back], [dir=rtl] [data-go=on] { transform: scaleX(-1) }
@media print { nav, dialog, footer { display: none } body { background: #fff; color: #000 } :root { --row: 11rem } figure, h2 { break-inside: avoid; break-after: avoid } figure { break-after: auto } }`
}

/** For a Content-Security-Policy: this style and no other. */
export const styleHash = (style: string): string => `'sha256-${hash('sha256', style, 'base64')}'`
