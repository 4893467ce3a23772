import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

/** A group as `groups.json` has it. */
export type GroupEntry = Record<string, unknown> & { groupId: string; images?: Record<string, unknown>[] }

export const writeGroupsJson = (dataDir: string, content: unknown): Promise<void> =>
  writeFile(join(dataDir, 'groups.json'), typeof content === 'string' ? content : JSON.stringify(content))

export const readGroupsJson = async (dataDir: string, name = 'groups.json'): Promise<GroupEntry[]> =>
  JSON.parse(await readFile(join(dataDir, name), 'utf8')).groups

/** The files of the archive in the data folder: the file, backups and unfinished files. */
export const jsonFiles = async (dataDir: string): Promise<string[]> =>
  (await readdir(dataDir)).filter((name) => name.startsWith('groups.')).sort()
