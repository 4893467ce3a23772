import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Release } from '#contract/site.ts'
import packageJson from '#package.json' with { type: 'json' }

/** `scripts/commit.mjs` writes it beside the built server. */
function readCommit(): string | null {
  try {
    return readFileSync(join(import.meta.dirname, 'commit'), 'utf8')
  } catch {
    return null
  }
}

/** What runs (D93). `commit` is null when it runs from sources, or was built from changed ones. */
export const release: Release = { version: packageJson.version, commit: readCommit() }

export const { version } = release
