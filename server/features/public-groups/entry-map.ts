import type { Entry } from './feed-entry.ts'

/** Entries by their group's id. */
export interface EntryMap {
  get(groupId: string): Entry | undefined
  set(entry: Entry): void
  delete(groupId: string): void
}

/** A power of two. */
const shards = 64

/** Many maps instead of one: a map that grows copies all it has, and with a million entries everybody would wait. */
export function createEntryMap(): EntryMap {
  const maps = Array.from({ length: shards }, () => new Map<string, Entry>())
  const mapOf = (groupId: string) => {
    let sum = 0
    for (let index = 0; index < groupId.length; index++) sum = (sum * 31 + groupId.charCodeAt(index)) | 0
    return maps[sum & (shards - 1)] as Map<string, Entry>
  }
  return {
    get: (groupId) => mapOf(groupId).get(groupId),
    set: (entry) => mapOf(entry.groupId).set(entry.groupId, entry),
    delete: (groupId) => mapOf(groupId).delete(groupId),
  }
}
