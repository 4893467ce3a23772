// Runs before `npm start`, `npm test` and `npm run bench`: installs what the lockfile names and builds the web pages and
// the server when they are stale; for tests it checks types and style, too. Plain JavaScript for whatever Node the machine
// has; nothing but Node's own modules.
import { spawn, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const oldestNode = 20
if (Number(process.versions.node.split('.')[0]) < oldestNode) {
  console.error(`Node.js ${process.versions.node} is too old to install Werkschau: take ${oldestNode} or newer.`)
  process.exit(1)
}

process.chdir(fileURLToPath(new URL('..', import.meta.url)))

const isForTests = process.argv.includes('--test')

/** The servers of the tests, from Debian's packages: tests wait for them, nothing here does. */
function installServers() {
  const packages = ['radosgw', 'ceph-mon', 'ceph-osd', 'haproxy']
  const options = { stdio: 'ignore', detached: true }
  spawn('sh', ['scripts/debian-packages.sh', ...packages], options)
    .once('error', () => undefined)
    .unref()
}

function npmCommand() {
  const cli = process.env.npm_execpath
  return cli ? [process.execPath, [cli]] : ['npm', []]
}
const npmOptions = { stdio: ['ignore', 2, 2], shell: !process.env.npm_execpath && process.platform === 'win32' }

function npm(...args) {
  const [program, first] = npmCommand()
  const { status } = spawnSync(program, [...first, ...args], npmOptions)
  if (status !== 0) process.exit(status ?? 1)
}

async function npmRun(script) {
  const [program, first] = npmCommand()
  const [status] = await once(spawn(program, [...first, 'run', '--silent', script], npmOptions), 'exit')
  if (status !== 0) process.exit(status ?? 1)
}

/** Compares the lockfile with npm's own record of what it installed: an interrupted install has none. */
function isInstalled() {
  const record = 'node_modules/.package-lock.json'
  if (!existsSync(record)) return false
  const have = JSON.parse(readFileSync(record, 'utf8')).packages
  const want = JSON.parse(readFileSync('package-lock.json', 'utf8')).packages
  return Object.entries(want).every(([path, entry]) => {
    if (path === '' || entry.link) return true
    return have[path] ? have[path].version === entry.version : entry.optional || entry.devOptional
  })
}

const filesBelow = (folder) =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath ?? entry.path, entry.name))

function hashOf(sources) {
  const hash = createHash('sha256')
  for (const file of sources
    .flatMap((source) => (statSync(source).isDirectory() ? filesBelow(source) : source))
    .sort()) {
    hash.update(file).update(readFileSync(file))
  }
  return hash.digest('hex')
}

/** Builds one part unless its sources are those that the last build saw. */
async function build(part, sources) {
  const stamp = `dist/${part}/.built-from`
  const hash = hashOf(['package-lock.json', 'contract', ...sources])
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === hash) return
  console.error(`Building the ${part} part …`)
  await npmRun(`build:${part}`)
  writeFileSync(stamp, hash)
}

if (isForTests && process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')) installServers()
if (!isInstalled()) {
  console.error('Installing dependencies (about a minute) …')
  npm('ci', '--loglevel=error', '--no-audit', '--no-fund')
}
const isToBuild = !process.argv.includes('--no-build')
await Promise.all([
  isToBuild && build('web', ['vite.config.ts', 'web']),
  isToBuild && build('server', ['vite.server.config.ts', 'package.json', 'server']),
  isForTests && npmRun('check'),
])
// Also where nothing was stale: the commit changes with files that are not built.
if (isToBuild) spawnSync(process.execPath, ['scripts/commit.mjs'], { stdio: 'inherit' })
