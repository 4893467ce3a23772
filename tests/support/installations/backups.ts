import { cp, mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, onTestFinished } from 'vitest'
import { runBackupCommand } from '#server/command-line/backup-command.ts'
import { runRestoreCommand } from '#server/command-line/restore-command.ts'
import { readConfig } from '#server/config/config.ts'
import { openPlace } from '#server/operations/open-place.ts'
import { present } from '#tests/support/at-least.ts'
import { type FullInstallation, fullEnv, makeFullInstallation } from './full-installation.ts'

export const newFolder = async () => {
  const folder = await mkdtemp(join(tmpdir(), 'werkschau-backup-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  return folder
}

export let source: FullInstallation
/** Serves `source` and `ownCopy` to the tests of a file. */
export function installationTests(): void {
  beforeAll(async () => {
    source = await makeFullInstallation()
  })
  afterAll(() => rm(source.dataDir, { recursive: true, force: true }))
}

/** A copy of the installation that a test may change. */
export async function ownCopy(): Promise<string> {
  const folder = await newFolder()
  await cp(source.dataDir, folder, { recursive: true })
  return folder
}

export const inFolder = (dataDir: string) => ({ ...fullEnv, DATA_DIR: dataDir })
const quiet = () => undefined
export const runBackup = (dataDir: string, to: string, ...more: string[]) =>
  runBackupCommand({ env: inFolder(dataDir), words: ['--to', to, ...more], progress: quiet })
export const backUp = async (...backup: Parameters<typeof runBackup>) => (await runBackup(...backup)).text
export const restore = (dataDir: string, from: string, ...more: string[]) =>
  restoreAsking(undefined, dataDir, from, ...more)
/** Answers as at a terminal; undefined: there is no terminal. */
export const restoreAsking = (answer: string | undefined, dataDir: string, from: string, ...more: string[]) =>
  runRestoreCommand({
    env: inFolder(dataDir),
    words: ['--from', from, ...more],
    progress: quiet,
    ask: answer === undefined ? undefined : () => Promise.resolve(answer),
  })
/** The folder of the command's backup. */
export const folderIn = (output: string) => present(output.split('\n')[0])

/** Every file below a folder with its bytes. */
export async function filesBelow(folder: string): Promise<Record<string, string>> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const files = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name))
  const contents = await Promise.all(files.map(async (file) => (await readFile(file)).toString('base64')))
  return Object.fromEntries(files.map((file, n) => [file.slice(folder.length + 1), present(contents[n])]))
}

/** A row without its bytes, or bytes without a row. */
export async function expectWhole(dataDir: string): Promise<number> {
  await using place = await openPlace(readConfig(inFolder(dataDir)))
  const images = await place.database.images.after(0, 10_000)
  const files = [
    ...(await readdir(join(dataDir, 'upload'))).map((name) => `upload/${name}`),
    ...(await readdir(join(dataDir, 'previews'))).map((name) => `previews/${name}`),
  ]
  const named = images.flatMap(({ storedName, storedPreviewName }) => [
    `upload/${storedName}`,
    `previews/${storedPreviewName}`,
  ])
  expect(files.toSorted()).toEqual(named.toSorted())
  for (const { storedName, fileSize } of images) {
    expect((await stat(join(dataDir, 'upload', storedName))).size, storedName).toBe(fileSize)
  }
  return images.length
}
