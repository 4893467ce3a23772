import { createHash } from 'node:crypto'
import { createReadStream, existsSync } from 'node:fs'
import { chmod, open, readdir, rename, rm, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { AppError, errorCodeOf, ifThere } from '#server/domain/errors.ts'
import { mainExhibitionId, mainSlug } from '#server/domain/exhibition.ts'
import type { Clock } from '#server/ports/clock.ts'
import type { ArchiveContent, ArchiveDraft, GroupArchive } from '#server/ports/group-archive.ts'
import { broken, EntryReader } from './entry-reader.ts'
import { formatExhibition, parseExhibition } from './exhibition-entry.ts'
import { formatGroup } from './format-group.ts'
import { parseGroup } from './parse-group.ts'

const backupName = /^groups\.backup-.*\.json$/
const backupTime = /^groups\.backup-(\d{4}-\d\d-\d\dT)(\d\d)-(\d\d)-(\d\d)-(\d{3}Z)(-\d+)?\.json$/
const ownerOnly = 0o600
const draftName = /^groups\..*\.tmp$/
const readBytes = 2 ** 16
const writeCharacters = 2 ** 18

/** `groups.json` in the data folder. It holds management tokens: only the service's own user can read what is written. */
export function openJsonGroupArchive(dataDir: string, clock: Clock): GroupArchive {
  const path = join(dataDir, 'groups.json')
  const flush = () => flushFolder(dataDir)
  const names = () => readdir(dataDir)
  async function removeDrafts(): Promise<void> {
    for (const name of await names()) if (draftName.test(name)) await rm(join(dataDir, name), { force: true })
  }

  return {
    exists: () => existsSync(path),

    version: () => versionOf(path),
    read: (take) => readArchive(path, clock.now(), take),

    async write(rollbackId, content) {
      await removeDrafts()
      return makeDraft(path, rollbackId, content)
    },

    async archiveFile(now) {
      const name = freeBackupName(await names(), now)
      await chmod(path, ownerOnly)
      await rename(path, join(dataDir, name))
      await flush()
      return name
    },

    async remove() {
      await rm(path, { force: true })
      await flush()
    },

    removeDrafts,

    hasBackup: async () => (await names()).some((name) => backupName.test(name)),

    removeBackups: async (time) => removeBackups(dataDir, await names(), time),
  }
}

async function makeDraft(path: string, rollbackId: string, content: ArchiveContent): Promise<ArchiveDraft> {
  const folder = dirname(path)
  const draft = join(folder, `groups.${rollbackId}.tmp`)
  const discard = () => rm(draft, { force: true })
  const publish = async () => {
    await rename(draft, path)
    await flushFolder(folder)
  }
  try {
    return { groups: await writeDraft(draft, rollbackId, content), publish, discard }
  } catch (error) {
    await discard()
    throw toAppError(error)
  }
}

/** Makes the folder's list of names survive a power cut. */
async function flushFolder(path: string): Promise<void> {
  await using folder = await open(path, 'r')
  await folder.sync()
}

function freeBackupName(taken: readonly string[], now: Date): string {
  const stamp = now.toISOString().replaceAll(/[:.]/g, '-')
  let name = `groups.backup-${stamp}.json`
  for (let n = 2; taken.includes(name); n++) name = `groups.backup-${stamp}-${n}.json`
  return name
}

async function versionOf(path: string): Promise<string | undefined> {
  const found = await ifThere(stat(path))
  return found && [found.ino, found.size, found.mtimeMs, found.ctimeMs].join('-')
}

/** Calls `take` with the groups as they become complete. */
async function readArchive(
  path: string,
  now: Date,
  take: Parameters<GroupArchive['read']>[0],
): ReturnType<GroupArchive['read']> {
  const reader = new EntryReader()
  const decoder = new TextDecoder('utf-8', { fatal: true })
  const digest = createHash('sha256')
  let number = 0
  const decode = (bytes?: Buffer) => {
    try {
      return bytes ? decoder.decode(bytes, { stream: true }) : decoder.decode()
    } catch (error) {
      throw broken(`is not UTF-8 text after group ${number}`, error)
    }
  }
  for await (const bytes of createReadStream(path, { highWaterMark: readBytes })) {
    digest.update(bytes)
    const entries = reader.read(decode(bytes))
    if (entries.length > 0) await take(entries.map((entry) => parseGroup(entry, { number: ++number, now })))
  }
  decode()
  reader.end()
  const exhibitions = reader.exhibitions.map((entry, index) => parseExhibition(entry, index + 1))
  return { digest: digest.digest('base64url'), rollbackId: reader.rollbackId, exhibitions }
}

async function removeBackups(dataDir: string, names: readonly string[], time: Date): Promise<string[]> {
  const removed: string[] = []
  for (const name of names.filter((each) => backupName.test(each)).sort()) {
    const madeAt = Date.parse(name.replace(backupTime, '$1$2:$3:$4.$5'))
    // A name that another program chose does not reveal its age: the file stays.
    if (madeAt < time.getTime()) {
      await rm(join(dataDir, name), { force: true })
      removed.push(name)
    } else {
      await chmod(join(dataDir, name), ownerOnly)
    }
  }
  return removed
}

const isFull = (error: unknown) => ['ENOSPC', 'EDQUOT'].includes(errorCodeOf(error))

const toAppError = (cause: unknown) =>
  isFull(cause) ? new AppError('STORAGE_FULL', 'There is no space left to write groups.json', { cause }) : cause

/** Writes one group a line. Returns how many they are. */
async function writeDraft(
  path: string,
  rollbackId: string,
  { exhibitions, platforms, groups }: ArchiveContent,
): Promise<number> {
  await using file = await open(path, 'wx', 0o600)
  const several = exhibitions.some(({ id, revision }) => id !== mainExhibitionId || revision > 1)
  const slugs = new Map(exhibitions.map(({ id, slug }) => [id, slug]))
  const slugOf = several ? (id: number) => slugs.get(id) ?? mainSlug : undefined
  const nameOfPlatform = (id: number) => platforms.find(({ platformId }) => platformId === id)?.platformName ?? ''
  const listed = exhibitions.map((each) => JSON.stringify(formatExhibition(each, nameOfPlatform)))
  let text = `{"rollbackId":${JSON.stringify(rollbackId)},`
  if (several) text += `"exhibitions":[\n${listed.join(',\n')}\n],`
  text += '"groups":['
  let count = 0
  for await (const page of groups) {
    for (const group of page) {
      text += `${count > 0 ? ',' : ''}\n${JSON.stringify(formatGroup(group, slugOf))}`
      count++
      if (text.length < writeCharacters) continue
      await file.appendFile(text)
      text = ''
    }
  }
  await file.appendFile(`${text}\n]}\n`)
  await file.sync()
  return count
}
