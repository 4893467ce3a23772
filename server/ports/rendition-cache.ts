/**
 * Copies of photos in other sizes, on this machine's disk alone: a cache within a budget, least used out first, and empty
 * after a start. What belongs to a group goes when the group changes, so that nothing outlives a deletion or withdrawal.
 */
export interface RenditionCache {
  /** undefined when it is not there; also when its file cannot be read. */
  find(name: string): Promise<Buffer | undefined>
  /** Has `make` write the file to a path, keeps it and returns its bytes; calls for one name share the work. */
  make(of: Rendition, make: (path: string) => Promise<unknown>): Promise<Buffer>
  forget(groupIds: ReadonlySet<string>): void
  /** Returns how many bytes that were. */
  clear(): number
}

export interface Rendition {
  /** Of a file; generated. */
  readonly name: string
  readonly groupId: string
}
