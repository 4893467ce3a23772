import type { ScreenSettings } from '#contract/screens.ts'
import type { PassingCommand, Screen } from '#server/domain/screen.ts'

/** A code that a page shows until an admin enters it. */
export interface Pairing {
  readonly code: string
  readonly secretDigest: string
  /** ISO 8601. */
  readonly expiresAt: string
}

/** What a screen says of itself. */
export interface Report {
  readonly imageId: number | null
  readonly version: string | null
  /** ISO 8601. */
  readonly now: string
}

export interface ScreenReads {
  /** By name. */
  all(): Promise<Screen[]>
  find(id: number): Promise<Screen | undefined>
  findBySecret(secretDigest: string): Promise<Screen | undefined>
  /** Those not heard of since the time whose silence nobody was told of. */
  silentSince(before: string): Promise<Screen[]>
  /** One that has not ended. */
  pairingOf(secretDigest: string, now: string): Promise<Pairing | undefined>
}

export interface ScreenWrites extends ScreenReads {
  /** Forgets those that have ended. false when there is this code already. */
  addPairing(pairing: Pairing, now: string): Promise<boolean>
  /** Takes it: no second screen gets its name by this code. */
  takePairing(code: string, now: string): Promise<Pairing | undefined>
  add(screen: Pick<Screen, 'name' | 'settings' | 'createdAt'>, secretDigest: string): Promise<Screen>
  /** Until the transaction ends nobody else changes it. */
  lock(id: number): Promise<Screen | undefined>
  update(id: number, change: { readonly name: string; readonly settings: ScreenSettings }): Promise<void>
  command(id: number, change: { readonly paused: boolean; readonly commands: readonly PassingCommand[] }): Promise<void>
  /** Notes what it says and hands out its commands; undefined when it is gone. */
  report(id: number, report: Report): Promise<readonly PassingCommand[] | undefined>
  remove(id: number): Promise<boolean>
  /** false when it was heard of since, or another process has noted it. */
  noteSilence(id: number, silence: { readonly before: string; readonly now: string }): Promise<boolean>
}
