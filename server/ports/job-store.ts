/** Background jobs of which one process at a time may run each. */
export type JobName =
  | 'warning'
  | 'cleanup'
  | 'purge_audit_log'
  | 'compact_ledger'
  | 'deliver_notifications'
  | 'deliver_email'
  | 'deliver_webhook'
  | 'fill_gaps'
  | 'remove_files'
  | 'backup'
  | 'end_exhibitions'
  | 'chat_updates'

export interface JobReads {
  /** When the job last ran to its end, by the schedule or by hand; ISO 8601, null before (D32). */
  lastRun(name: JobName): Promise<string | null>
}

interface Lease {
  /** The process. */
  readonly owner: string
  readonly now: string
  /** From then on another process may acquire the lease: this one has crashed. */
  readonly until: string
}

/** Which process runs a job, and when it last ran. Times are ISO 8601. */
export interface JobStore extends JobReads {
  recordRun(name: JobName, at: string): Promise<void>
  /** The due time that was last served. A new job has missed nothing: it has served `due`. */
  lastServed(name: JobName, due: string): Promise<string>
  recordServed(name: JobName, due: string): Promise<void>
  /** Acquires or extends the lease; false while another process holds it, or during a pause. */
  acquireLease(name: JobName, lease: Lease): Promise<boolean>
  /** Releases the lease; no process can acquire it before `pauseUntil`. */
  releaseLease(name: JobName, owner: string, pauseUntil?: string): Promise<void>
  /** Releases the leases of a process that no longer runs; pauses stay. Only where no other process is at work. */
  releaseAllLeases(): Promise<void>
}
