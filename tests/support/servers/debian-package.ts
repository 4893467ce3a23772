import { execFile } from 'node:child_process'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { type Service, ServiceMissing } from './service.ts'

const run = promisify(execFile)

/** The path of a program: this machine's, or that of Debian's package of the same name, unpacked without installing it. */
export async function findProgram(name: string, path: string): Promise<Service<string>> {
  const installed = await run('which', [name]).catch(() => undefined)
  if (installed) return { address: installed.stdout.trim(), stop: async () => undefined }
  const folder = await mkdtemp(join(tmpdir(), `werkschau-${name}-`))
  const stop = () => rm(folder, { recursive: true, force: true })
  try {
    await run('apt-get', ['download', name], { cwd: folder })
    const [file = ''] = await readdir(folder)
    await run('dpkg-deb', ['-x', file, '.'], { cwd: folder })
    return { address: join(folder, path), stop }
  } catch (error) {
    await stop()
    throw new ServiceMissing(name, `install Debian's ${name} (${String(error).split('\n')[0]})`)
  }
}
