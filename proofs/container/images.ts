import { mkdtemp, rm, symlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { isThere, run } from './commands.ts'

/** Replacements for the images that the Dockerfile names, so that no image registry is needed. */
export const bases = { DEBIAN: 'localhost/werkschau-proof-debian', NODE: 'localhost/werkschau-proof-node' } as const
export const image = 'localhost/werkschau-proof'
const suite = 'trixie'
const mirror = 'http://deb.debian.org/debian'
const withoutDocs = ['doc', 'man', 'locale', 'info'].map((each) => `--dpkgopt=path-exclude=/usr/share/${each}/*`)

/** A Debian from its packages, as small as the official slim one. */
async function buildDebian(): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'werkschau-debian-'))
  const archive = join(folder, 'debian.tar')
  await run('mmdebstrap', '--quiet', '--variant=minbase', ...withoutDocs, suite, archive, mirror)
  const container = await run('buildah', 'from', 'scratch')
  await run('buildah', 'add', '--quiet', container, archive, '/')
  const path = 'PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin'
  await run('buildah', 'config', '--env', path, container)
  await commit(container, bases.DEBIAN)
  await rm(folder, { recursive: true })
}

/** Debian with the Node of our own dependency and the npm that runs this, as in the official image. */
async function buildNode(): Promise<void> {
  const npm = dirname(dirname(process.env.npm_execpath ?? '/usr/lib/node_modules/npm/bin/npm-cli.js'))
  const container = await run('buildah', 'from', bases.DEBIAN)
  await run(
    'buildah',
    'run',
    '--isolation',
    'chroot',
    container,
    '--',
    'sh',
    '-c',
    'apt-get update -q && apt-get install -qy libatomic1',
  )
  await run('buildah', 'add', '--quiet', '--chmod', '755', container, process.execPath, '/usr/local/bin/node')
  await run('buildah', 'add', '--quiet', container, npm, '/usr/local/lib/node_modules/npm')
  const root = await run('buildah', 'mount', container)
  await symlink('../lib/node_modules/npm/bin/npm-cli.js', join(root, 'usr/local/bin/npm'))
  await run('buildah', 'umount', container)
  // The build trusts the certificates of this machine, because its package registry may have its own.
  await run('buildah', 'config', '--env', 'NODE_EXTRA_CA_CERTS=/etc/ssl/certs/ca-certificates.crt', container)
  await commit(container, bases.NODE)
}

async function commit(container: string, name: string): Promise<void> {
  await run('buildah', 'commit', '--quiet', container, name)
  await run('buildah', 'rm', container)
}

export async function needBases(): Promise<void> {
  if (!(await isThere('buildah', 'inspect', '--type', 'image', bases.DEBIAN))) await buildDebian()
  if (!(await isThere('buildah', 'inspect', '--type', 'image', bases.NODE))) await buildNode()
}

/** The Debian system with the packages it needs. */
export async function needImageWith(name: string, packages: readonly string[]): Promise<void> {
  if (await isThere('buildah', 'inspect', '--type', 'image', name)) return
  const container = await run('buildah', 'from', bases.DEBIAN)
  const chroot = ['run', '--isolation', 'chroot', container, '--'] as const
  await run('buildah', ...chroot, 'apt-get', 'update', '-q')
  await run('buildah', ...chroot, 'apt-get', 'install', '-qy', '--no-install-recommends', ...packages)
  await commit(container, name)
}

/** Builds the image of `deployment/Dockerfile` and returns its size in MB (of 10^6 bytes). */
export async function buildImage(): Promise<number> {
  const args = Object.entries(bases).flatMap(([name, base]) => ['--build-arg', `${name}=${base}`])
  const options = [
    '--format',
    'docker',
    '--isolation',
    'chroot',
    '--pull-never',
    '--volume',
    '/etc/ssl/certs:/etc/ssl/certs:ro',
  ]
  await run('buildah', 'bud', ...options, ...args, '-f', 'deployment/Dockerfile', '-t', image, '.')
  return Number(await run('podman', 'image', 'inspect', '--format', '{{.Size}}', image)) / 1e6
}
