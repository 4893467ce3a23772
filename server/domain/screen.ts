import { randomBytes } from 'node:crypto'
import type * as contract from '#contract/screens.ts'
import type { ScreenExhibitions, ScreenSettings } from '#contract/screens.ts'
import { defaultOptions } from '#contract/site/slideshow-options.ts'
import { AppError } from './errors.ts'
import { newTypedCode } from './typed-code.ts'

/** What admins see of a screen as it is now. */
type SeenNow = 'isOpen' | 'isSilent' | 'groupId' | 'previewPath'

/** A slideshow page with a name (D77). */
export interface Screen extends Readonly<Omit<contract.Screen, SeenNow>> {
  /** Those that it has not carried out yet, as far as is known. */
  readonly commands: readonly PassingCommand[]
  /** When the team was notified that it is silent; null once it has reported again. */
  readonly silenceReportedAt: string | null
}

const silentAfterMs = 60_000

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
