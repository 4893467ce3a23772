import { execFile, execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { promisify } from 'node:util'

const execute = promisify(execFile)

/** Runs a program and returns what it prints, standard error after standard output; an error has both in its message. */
export async function run(program: string, ...args: readonly string[]): Promise<string> {
  const { stdout, stderr } = await execute(program, args, { maxBuffer: 2 ** 26, env: process.env }).catch((error) => {
    throw new Error(`${program} ${args[0]}: ${error.stdout ?? ''}${error.stderr ?? error.message}`.slice(-4_000))
  })
  return `${stdout}${stderr}`.trim()
}

export const isThere = (program: string, ...args: readonly string[]): Promise<boolean> =>
  run(program, ...args).then(
    () => true,
    () => false,
  )

const packages = ['buildah', 'podman', 'crun', 'mmdebstrap']

/** Installs Debian's packages for containers where they are missing. */
export async function needTools(): Promise<void> {
  const missing = packages.filter((name) => !existsSync(`/usr/bin/${name}`))
  if (missing.length === 0) return
  if (process.getuid?.() !== 0) throw new Error(`Install Debian's ${missing.join(', ')}`)
  console.error(`Installing ${missing.join(', ')} …`)
  process.env.DEBIAN_FRONTEND = 'noninteractive'
  await run('apt-get', 'update')
  await run('apt-get', 'install', '-y', '--no-install-recommends', '-o', 'DPkg::Lock::Timeout=120', ...missing)
}

/**
 * crun refuses a machine with cgroups of both versions. In its own mount namespace this process unmounts those of version 2
 * only for itself.
 */
export function needOneKindOfCgroups(): void {
  if (!existsSync('/sys/fs/cgroup/unified') || !existsSync('/sys/fs/cgroup/memory')) return
  if (process.env.OWN_MOUNTS) {
    execFileSync('umount', ['/sys/fs/cgroup/unified'])
    return
  }
  const args = ['--mount', process.execPath, ...process.argv.slice(1)]
  execFileSync('unshare', args, { stdio: 'inherit', env: { ...process.env, OWN_MOUNTS: 'yes' } })
  process.exit(0)
}
