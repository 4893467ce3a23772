import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { mkdir, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'

const cache = join(import.meta.dirname, '../../../node_modules/.cache')

/** The folder of a package that only one command needs, so it is not a dependency: installed once. */
export async function npmPackage(name: string, version: string): Promise<string> {
  const folder = join(cache, `${name}-${version}`)
  if (!existsSync(folder)) await install(`${name}@${version}`, folder)
  return join(folder, 'node_modules', name)
}

/** Renamed when complete: another process may have been faster. */
async function install(what: string, folder: string): Promise<void> {
  const part = `${folder}.${process.pid}`
  await mkdir(part, { recursive: true })
  console.error(`Installing ${what} …`)
  const options = ['--no-audit', '--no-fund', '--loglevel=error', '--ignore-scripts', '--no-save', '--prefix', part]
  const npm = spawn('npm', ['install', ...options, what], { stdio: ['ignore', 'ignore', 'inherit'] })
  const [code] = await once(npm, 'exit')
  if (code !== 0) throw new Error(`${what} could not be installed`)
  await rename(part, folder).catch(() => rm(part, { recursive: true }))
}
