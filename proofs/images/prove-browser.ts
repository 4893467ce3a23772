import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { ProofLine } from '#proofs/proof.ts'
import { createPreviewer } from '#server/adapters/images/sharp-previewer.ts'
import { launchBrowser } from '#tests/support/servers/browser.ts'
import { browserCases } from './browser-cases.ts'
import { type Comparison, compareWithBrowser } from './compare-with-browser.ts'

/** Compares previews with a browser: of images that decoders interpret differently, and of a folder of photos. */
export async function proveInBrowser({
  photos,
  few = false,
}: {
  photos?: string | undefined
  few?: boolean
}): Promise<ProofLine[]> {
  const lines = [await compareAll('previews beside the browser', Object.entries(await browserCases({ few })))]
  if (photos === undefined) return lines
  const names = (await readdir(photos)).filter((name) => /\.(?:jpe?g|png|webp)$/i.test(name)).sort()
  const files = await Promise.all(names.map(async (name) => [name, await readFile(join(photos, name))] as const))
  return [...lines, await compareAll('previews of photos beside the browser', files)]
}

async function compareAll(what: string, images: readonly (readonly [string, Buffer])[]): Promise<ProofLine> {
  await using previewer = createPreviewer({ maxPixels: 100_000_000, clock: { now: () => new Date() } })
  const browser = await launchBrowser()
  try {
    const page = await browser.newPage()
    const compared: Comparison[] = []
    for (const [name, bytes] of images) compared.push(await compareWithBrowser({ page, previewer }, { name, bytes }))
    const found = compared.flatMap(({ name, problem }) => (problem ? [`${name}: ${problem}`] : []))
    const refused = compared.filter(({ isRefused }) => isRefused).map(({ name }) => name)
    const [median, p99] = (['median', 'p99'] as const).map((share) => Math.max(...compared.map((each) => each[share])))
    const note = `off by ${median} of 255 at most (median), ${p99} (p99); refused, shown at least in part: ${refused.length}`
    return { what, attempts: images.length, survived: images.length - found.length, found, note }
  } finally {
    await browser.close()
  }
}
