import { readFileSync } from 'node:fs'
import packageJson from '#package.json' with { type: 'json' }

interface Release {
  /** Of git, such as `v3.0.0`. */
  readonly tag: string
  /** Of package.json. */
  readonly version: string
  /** CHANGELOG.md. */
  readonly changelog: string
}

/** The changelog's section of a release, without its heading. An Error where tag, version and section do not agree (D93). */
export function releaseNotes({ tag, version, changelog }: Release): string {
  if (tag !== `v${version}`) throw new Error(`The tag is ${tag}, package.json has version ${version}`)
  const section = changelog.split(/^## /m).find((each) => each.startsWith(`${version} — `))
  if (section === undefined) throw new Error(`CHANGELOG.md has no section "## ${version} — <date>"`)
  const [heading = '', ...lines] = section.split('\n')
  const date = heading.slice(`${version} — `.length)
  if (!/^\d{4}-\d{2}-\d{2}$/.test(date) || Number.isNaN(Date.parse(date)))
    throw new Error(`CHANGELOG.md: the section of ${version} needs its date, such as 2026-11-23, not "${date}"`)
  const text = lines.join('\n').trim()
  if (text === '') throw new Error(`CHANGELOG.md: the section of ${version} is empty`)
  return text
}

if (import.meta.main) {
  try {
    const changelog = readFileSync('CHANGELOG.md', 'utf8')
    console.log(releaseNotes({ tag: process.argv[2] ?? '', version: packageJson.version, changelog }))
  } catch (error) {
    console.error(error instanceof Error ? error.message : error)
    process.exitCode = 1
  }
}
