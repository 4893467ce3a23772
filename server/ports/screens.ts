import type { FirstSettings } from '#contract/screens.ts'
import type { PassingCommand, Screen } from '#server/domain/screen.ts'

/** A code that a page shows until an admin enters it. */
export interface Pairing {
  readonly code: string
  readonly secretDigest: string
  /** ISO 8601. */
  readonly expiresAt: string
  /** What the page's address says. */
  readonly settings: FirstSettings
}

/** A screen's report. */
export interface Report {
  readonly imageId: number | null
  readonly version: string | null
  /** Ids of commands that it has carried out; undefined from one that does not say so. */
  readonly done: readonly string[] | undefined
  /** ISO 8601. */
  readonly now: string
}

export interface ScreenReads {
  /** By name. */
  all(): Promise<Screen[]>
  find(id: number): Promise<Screen | undefined>
  findBySecret(secretDigest: string): Promise<Screen | undefined>
  /** Screens without a report since the time whose silence was not reported yet. */
  silentSince(before: string): Promise<Screen[]>
  /** One that has not expired. */
  pairingOf(secretDigest: string, now: string): Promise<Pairing | undefined>
}

export interface ScreenWrites extends ScreenReads {
  /** Removes expired ones. false when the code is in use already. */
  addPairing(pairing: Pairing, now: string): Promise<boolean>
  /** Removes the code: it pairs one screen only. */
  takePairing(code: string, now: string): Promise<Pairing | undefined>
  add(screen: Pick<Screen, 'name' | 'settings' | 'exhibitions' | 'createdAt'>, secretDigest: string): Promise<Screen>
  /** Locks it until the transaction ends. */
  lock(id: number): Promise<Screen | undefined>
  update(id: number, change: Pick<Screen, 'name' | 'settings' | 'exhibitions'>): Promise<void>
  command(id: number, change: { readonly paused: boolean; readonly commands: readonly PassingCommand[] }): Promise<void>
  /**
   * Records its report and returns its commands, until they are done; a screen that never reports what is done gets them once.
   * undefined when it is gone.
   */
  report(id: number, report: Report): Promise<readonly PassingCommand[] | undefined>
  remove(id: number): Promise<boolean>
  /** false when it has reported since, or another process has recorded it. */
  recordSilence(id: number, silence: { readonly before: string; readonly now: string }): Promise<boolean>
}
