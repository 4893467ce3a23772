import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import type { SharpPreviewer } from '#server/adapters/images/sharp-previewer.ts'
import { type Shown, shownInBrowser } from './shown-in-browser.ts'

/** Differences of 255 between what a browser shows of an original and of its preview. */
export interface Comparison {
  readonly name: string
  readonly median: number
  readonly p99: number
  /** What is wrong; undefined if the preview matches the picture. */
  readonly problem: string | undefined
  /** The browser shows it, perhaps partly. */
  readonly isRefused?: boolean
}

const most = { median: 1.3, p99: 8 }
/** Chrome converts CMYK less exactly than its profile: it shows blank paper as 252, 254, 255. */
const mostOfInks = { median: 10, p99: 14 }

/** Makes the preview of an image and shows both in a browser. */
export async function compareWithBrowser(
  { page, previewer }: { page: Page; previewer: SharpPreviewer },
  { name, bytes }: { name: string; bytes: Buffer },
): Promise<Comparison> {
  const folder = await mkdtemp(join(tmpdir(), 'compared-'))
  const [source, target] = [join(folder, 'original'), join(folder, 'preview.jpg')]
  const none = { name, median: 0, p99: 0 }
  try {
    await writeFile(source, bytes)
    const sent = await shownInBrowser(page, bytes)
    const refusal = await previewer
      .makePreview({ source, target, turn: 1, remove: { location: true, trailers: true } })
      .then(({ width, height }) => ({ width, height }))
      .catch((error: { code?: string }) => error.code ?? String(error))
    if (typeof refusal === 'string') return { ...none, isRefused: sent !== undefined, problem: undefined }
    const original = await shownInBrowser(page, await readFile(source))
    const preview = await shownInBrowser(page, await readFile(target))
    if (!original || !preview) return { ...none, problem: 'the browser does not show it' }
    if (refusal.width !== original.width || refusal.height !== original.height)
      return { ...none, problem: `${refusal.width} x ${refusal.height}, shown ${original.width} x ${original.height}` }
    const stored = sent && difference(sent, original)
    if (stored && stored.p99 > 0) return { name, ...stored, problem: 'the stored file looks different' }
    const made = difference(original, preview)
    const limit = name.includes('CMYK with its profile') ? mostOfInks : most
    const isOff = made.median > limit.median || made.p99 > limit.p99
    return { name, ...made, problem: isOff ? `median ${made.median}, p99 ${made.p99} of 255` : undefined }
  } finally {
    await rm(folder, { recursive: true })
  }
}

function difference(one: Shown, other: Shown): { median: number; p99: number } {
  if (one.colours.length !== other.colours.length) return { median: 255, p99: 255 }
  const deltas = one.colours.map((value, at) => Math.abs(value - (other.colours[at] ?? 0))).sort((a, b) => a - b)
  const at = (share: number) => Math.round(10 * (deltas[Math.floor(deltas.length * share)] ?? 0)) / 10
  return { median: at(0.5), p99: at(0.99) }
}
