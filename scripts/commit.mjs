// Part of `npm run build:server`: writes down which commit dist/ is built from (D93). Without git SOURCE_COMMIT names it;
// where a source differs from its commit there is none. Plain JavaScript for whatever Node the machine has.
import { execFileSync } from 'node:child_process'
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'

const file = 'dist/server/commit'
const sources = [
  'contract',
  'server',
  'web',
  'package.json',
  'package-lock.json',
  'vite.config.ts',
  'vite.server.config.ts',
]

const git = (...args) => execFileSync('git', args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trim()

function commitOfGit() {
  try {
    // Not that of another project around this folder.
    const isOwn = git('rev-parse', '--show-prefix') === ''
    return isOwn && git('status', '--porcelain', '--', ...sources) === '' ? git('rev-parse', 'HEAD') : ''
  } catch {
    return ''
  }
}

const commit = process.env.SOURCE_COMMIT || commitOfGit()
if (commit !== '' && !/^[0-9a-f]{40}$/.test(commit)) {
  console.error(`SOURCE_COMMIT is not the name of a commit: 40 hex digits, not ${JSON.stringify(commit)}`)
  process.exit(1)
}
mkdirSync('dist/server', { recursive: true })
if (commit === '') rmSync(file, { force: true })
else writeFileSync(file, commit)
