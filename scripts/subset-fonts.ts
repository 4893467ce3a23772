// Writes the fonts of the visitors' first page: only the letters of its languages, and only the weights in use. All other
// letters come from the package's own files. After an update of the package: `node scripts/subset-fonts.ts && npm run format`.
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { npmPackage } from '#tests/support/servers/npm-package.ts'

/** Not a dependency: nothing else needs it. */
const required = createRequire(import.meta.url)(await npmPackage('subset-font', '2.9.0'))
const subsetFont = required.default ?? required
const root = join(import.meta.dirname, '..')
const target = join(root, 'web/src/fonts')
const wght = { min: 400, max: 850 }

const ascii = Array.from({ length: 0x7f - 0x20 }, (_, n) => String.fromCharCode(0x20 + n)).join('')
const fonts = [
  { name: 'basic', from: 'latin', letters: `${ascii}\u00a0©·×°«»‘’‚“”„…–—−‹›€\u2009\u202f\u2011` },
  {
    name: 'western',
    from: 'latin',
    letters: 'ÀÁÂÃÄÅÆÇÈÉÊËÌÍÎÏÑÒÓÔÕÖØÙÚÛÜÝßàáâãäåæçèéêëìíîïñòóôõöøùúûüýÿıŒœ¡¿',
  },
  { name: 'polish-turkish', from: 'latin-ext', letters: 'ĄąĆćĘęŁłŃńŚśŹźŻżĞğİŞş' },
  {
    name: 'ukrainian',
    from: 'cyrillic',
    letters: 'АБВГҐДЕЄЖЗИІЇЙКЛМНОПРСТУФХЦЧШЩЬЮЯабвгґдеєжзиіїйклмнопрстуфхцчшщьюя',
  },
]

const hex = (code: number): string => code.toString(16).toUpperCase().padStart(4, '0')

/** `U+0020-007E, U+00A0` */
function rangeOf(letters: string): string {
  const runs: [first: number, last: number][] = []
  for (const code of [...letters].map((letter) => letter.codePointAt(0) ?? 0).sort((a, b) => a - b)) {
    const run = runs.at(-1)
    if (run && run[1] === code - 1) run[1] = code
    else runs.push([code, code])
  }
  return runs.map(([first, last]) => `U+${hex(first)}${last > first ? `-${hex(last)}` : ''}`).join(', ')
}

const faceOf = ({ name, letters }: (typeof fonts)[number]): string => `@font-face {
  font-family: "Nunito Sans Variable";
  font-display: swap;
  font-weight: ${wght.min} ${wght.max};
  src: url("./nunito-sans-${name}.woff2") format("woff2-variations");
  unicode-range: ${rangeOf(letters)};
}
`

await mkdir(target, { recursive: true })
for (const { name, from, letters } of fonts) {
  const whole = `node_modules/@fontsource-variable/nunito-sans/files/nunito-sans-${from}-wght-normal.woff2`
  const font = await readFile(join(root, whole))
  const bytes = await subsetFont(font, letters, { targetFormat: 'woff2', variationAxes: { wght } })
  await writeFile(join(target, `nunito-sans-${name}.woff2`), bytes)
}
const note = '/* Parts of Nunito Sans (SIL Open Font License 1.1), written by scripts/subset-fonts.ts. */\n'
await writeFile(join(target, 'fonts.css'), note + fonts.map(faceOf).join('\n'))
