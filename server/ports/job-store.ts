/** Work in the background of which one process at a time may do each. */
export type JobName = 'warning' | 'cleanup' | 'purge_audit_log' | 'deliver_notifications' | 'fill_gaps' | 'remove_files'

export interface JobReads {
  /** When the job last ran to its end, by the schedule or by hand; ISO 8601, null before (D32). */
  lastRun(name: JobName): Promise<string | null>
}

export interface Lease {
  /** Which process. */
  readonly owner: string
  readonly now: string
  /** Another process may take the job from then on: this one has crashed. */
  readonly until: string
}

/** Who does a job and what was done, however many replicas there are. Times are ISO 8601. */
export interface JobStore extends JobReads {
  noteRun(name: JobName, at: string): Promise<void>
  /** The due time that was served last. A job that is seen for the first time has missed nothing: it has served `due`. */
  lastServed(name: JobName, due: string): Promise<string>
  noteServed(name: JobName, due: string): Promise<void>
  /** Takes the job or keeps it for longer; false while another process has it, or before the end of a pause. */
  take(name: JobName, lease: Lease): Promise<boolean>
  /** Gives the job back; until `pauseUntil` nobody can take it. */
  giveBack(name: JobName, owner: string, pauseUntil?: string): Promise<void>
  /** Gives back what a process has that no longer runs; pauses stay. Only where no other process is at work. */
  giveBackAll(): Promise<void>
}
