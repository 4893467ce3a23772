// Builds the image of deployment/Dockerfile without an image registry and sends one photo through its container; the same with the
// Debian package on a Debian with systemd.
import assert from 'node:assert/strict'
import { needOneKindOfCgroups, needTools } from './commands.ts'
import { checkComposeFiles } from './compose-dialects.ts'
import { removeContainer, startContainer } from './container.ts'
import { proveDebianPackage, removeMachine } from './debian-machine.ts'
import { buildImage, needBases } from './images.ts'
import { approve, checkShown, uploadPhoto } from './photo.ts'

const maxMegabytes = 330

async function prove(what: string, step: () => Promise<unknown>): Promise<void> {
  const start = performance.now()
  const result = await step()
  const seconds = ((performance.now() - start) / 1_000).toFixed(1)
  console.log(`| ${what} | ${seconds} s | ${result ?? 'ok'} |`)
}

async function runContainer(): Promise<string> {
  const first = await startContainer()
  assert.match(await first.exec('grep', 'CapEff', '/proc/self/status'), /0{16}$/)
  assert.equal(await first.exec('id', '-u'), '1000')
  await assert.rejects(first.exec('touch', '/app/file'), /Read-only/)
  const { groupId, paths } = await uploadPhoto(first)
  await approve(first, groupId)
  await checkShown(first, groupId, paths)
  await first.exec('node', 'server/start/backup.ts', '--to', '/tmp/backups')
  assert.equal(await first.stop(), 0)

  const second = await startContainer()
  await checkShown(second, groupId, paths)
  assert.equal((await second.log()).includes('setup code: '), false)
  return `exit code ${await second.stop()}`
}

const parts = {
  async image() {
    await prove(`image of at most ${maxMegabytes} MB by buildah`, async () => {
      const megabytes = await buildImage()
      assert.ok(megabytes <= maxMegabytes, `The image has ${megabytes.toFixed(0)} MB`)
      return `${megabytes.toFixed(0)} MB`
    })
    await prove('one photo through podman and crun: read-only, no capabilities, stopped and started again', () =>
      runContainer().finally(removeContainer),
    )
  },
  package: () =>
    prove('the Debian package on a bare Debian with systemd', () => proveDebianPackage().finally(removeMachine)),
  compose: () => prove('compose files read', async () => (await checkComposeFiles()).join(', ')),
}

const named = process.argv.slice(2)
needOneKindOfCgroups()
await needTools()
console.log('| step | time | result |\n|---|---|---|')
await prove('base images from Debian packages and our own Node', needBases)
for (const [name, part] of Object.entries(parts)) if (named.length === 0 || named.includes(name)) await part()
