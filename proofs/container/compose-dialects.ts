import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { run } from './commands.ts'
import { needImageWith } from './images.ts'

const tools = 'localhost/werkschau-proof-compose'
const readers = [
  ['Docker', 'docker-compose'],
  ['podman', 'podman-compose'],
] as const

/** Lets both tools read the compose files with an `.env` made from the example; returns the results per tool. */
export async function checkComposeFiles(): Promise<string[]> {
  await needImageWith(tools, ['podman', ...readers.map(([, name]) => name)])
  const folder = await mkdtemp(join(tmpdir(), 'werkschau-compose-'))
  await cp('deployment', folder, { recursive: true })
  const example = await readFile('deployment/.env.example', 'utf8')
  await writeFile(
    join(folder, '.env'),
    example.replace(/^LAN_ADDRESS=$/m, 'LAN_ADDRESS=10.0.0.1').replace(/^(\w+)=$/gm, '$1=value'),
  )
  const container = await run('buildah', 'from', tools)
  const chroot = ['run', '--isolation', 'chroot', '--volume', `${folder}:/deployment:ro`, container, '--'] as const
  try {
    const read: string[] = []
    for (const file of ['compose.yaml', 'compose.scale-out.yaml']) {
      for (const [name, program] of readers) {
        await run('buildah', ...chroot, program, '-f', `/deployment/${file}`, 'config')
        read.push(`${file} by ${name}`)
      }
    }
    return read
  } finally {
    await run('buildah', 'rm', container)
    await rm(folder, { recursive: true })
  }
}
