import { randomBytes } from 'node:crypto'
import type { ScreenExhibitions, ScreenSettings } from '#contract/screens.ts'
import { defaultOptions } from '#contract/site/slideshow-options.ts'
import { AppError } from './errors.ts'
import { newTypedCode } from './typed-code.ts'

/** A slideshow page with a name (D77). */
export interface Screen {
  readonly id: number
  readonly name: string
  readonly settings: ScreenSettings
  readonly exhibitions: ScreenExhibitions
  readonly paused: boolean
  /** Those that it has not carried out yet, as far as is known. */
  readonly commands: readonly PassingCommand[]
  /** ISO 8601, as all times. */
  readonly createdAt: string
  readonly lastSeenAt: string
  readonly imageId: number | null
  readonly version: string | null
  /** When the team was notified that it is silent; null once it has reported again. */
  readonly silenceReportedAt: string | null
}

const silentAfterMs = 60_000

/** It has not reported for a minute. */
export const isSilent = ({ lastSeenAt }: Pick<Screen, 'lastSeenAt'>, now: Date): boolean =>
  now.getTime() - Date.parse(lastSeenAt) > silentAfterMs

/** A command that runs once; a pause is a state. */
export interface PassingCommand {
  readonly id: string
  readonly command: 'skip' | 'reload'
}

export const newSettings: ScreenSettings = {
  ...defaultOptions,
  years: null,
  openingHours: null,
}

/** `main`'s photos alone (D82). */
export const firstExhibitions: ScreenExhibitions = ['main']

/** AppError INVALID_BODY. */
export function checkYears({ years }: Pick<Partial<ScreenSettings>, 'years'>): void {
  const { from, to } = years ?? { from: 0, to: 0 }
  if (from > to) throw new AppError('INVALID_BODY', 'settings.years.from must not be after settings.years.to')
}

export const newPairingCode = (): string => newTypedCode(6)
export const newScreenSecret = (): string => randomBytes(32).toString('base64url')

export const screenNotFound = () => new AppError('SCREEN_NOT_FOUND', 'There is no such screen')
