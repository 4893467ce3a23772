import { execFileSync, spawnSync } from 'node:child_process'
import { copyFile, mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import { createPreviewer } from '#server/adapters/images/sharp-previewer.ts'
import { AppError } from '#server/domain/errors.ts'
import type { ImageFacts } from '#server/ports/previewer.ts'

// Sends every file of a folder through the previewer, on copies, and holds the outcome against exiftool, if installed:
//   node scripts/try-photos.ts FOLDER

const [folder] = process.argv.slice(2)
if (!folder) throw new Error('Which folder? node scripts/try-photos.ts FOLDER')

const workshop = await mkdtemp(join(tmpdir(), 'try-photos-'))
await using previewer = createPreviewer({ maxPixels: 100_000_000, clock: { now: () => new Date() } })
const hasExiftool = spawnSync('exiftool', ['-ver']).status === 0
let findings = 0

for (const name of (await readdir(folder)).sort()) {
  const [original, copy, target] = [join(folder, name), join(workshop, 'copy'), join(workshop, 'preview.jpg')]
  await copyFile(original, copy)
  const outcome = await previewer
    .makePreview({ source: copy, target, turn: 1, remove: { location: true, trailers: true } })
    .catch((error: unknown) => error)
  const problems = 'mimeType' in Object(outcome) ? await compare(original, copy, outcome as ImageFacts) : []
  findings += problems.length
  console.log(`${name}: ${describe(outcome)}${problems.map((problem) => `\n  ${problem}`).join('')}`)
}
await rm(workshop, { recursive: true })
console.log(findings === 0 ? 'Nothing found.' : `${findings} findings.`)
process.exitCode = findings === 0 ? 0 : 1

function describe(outcome: unknown): string {
  if (outcome instanceof AppError) return `${outcome.code}: ${outcome.message}`
  if (outcome instanceof Error) return `failed: ${outcome.message}`
  const { mimeType, width, height, exifDateTaken, exifCameraModel } = outcome as ImageFacts
  return [mimeType, `${width} x ${height}`, exifDateTaken ?? 'no date', exifCameraModel ?? 'no camera'].join(', ')
}

async function compare(original: string, copy: string, facts: ImageFacts): Promise<string[]> {
  const [before, after] = await Promise.all([original, copy].map((path) => sharp(path).raw().toBuffer()))
  const problems = before?.equals(after ?? Buffer.alloc(0)) ? [] : ['its pixels have changed']
  if ((await readFile(original)).length !== (await readFile(copy)).length) problems.push('its length has changed')
  const tags = exiftool(['-n', '-DateTimeOriginal', '-OffsetTimeOriginal', '-OffsetTime', '-Model'], original)
  const left = exiftool(['-a', '-gps:all', '-xmp:all'], copy)
  if (!tags || !left) return problems
  const model = tags.Model === undefined ? null : String(tags.Model).trim() || null
  if (model !== facts.exifCameraModel) problems.push(`exiftool says ${model} made it`)
  if (localTime(facts, tags) !== (tags.DateTimeOriginal ?? null))
    problems.push(`exiftool says ${tags.DateTimeOriginal}`)
  const places = Object.keys(left).filter((tag) => /gps|latitude|longitude/i.test(tag))
  return places.length === 0 ? problems : [...problems, `exiftool still finds ${places.join(', ')}`]
}

/** The date as the camera's clock showed it, which is what exiftool prints. */
function localTime({ exifDateTaken }: ImageFacts, tags: Record<string, unknown>): string | null {
  if (exifDateTaken === null) return null
  const zone = String(tags.OffsetTimeOriginal ?? tags.OffsetTime ?? 'Europe/Berlin')
  const shown = Temporal.Instant.from(exifDateTaken).toZonedDateTimeISO(zone).toPlainDateTime()
  return shown.toString({ smallestUnit: 'second' }).replace('T', ' ').replaceAll('-', ':')
}

/** Nothing when exiftool is not installed. */
function exiftool(fields: string[], path: string): Record<string, unknown> | undefined {
  if (!hasExiftool) return undefined
  const output = execFileSync('exiftool', ['-json', '-q', '-m', ...fields, path], { encoding: 'utf8' })
  return JSON.parse(output)[0]
}
