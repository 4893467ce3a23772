import type { ScreenSettings } from '#contract/screens.ts'
import type { Admin } from '#server/domain/caller.ts'
import { AppError } from '#server/domain/errors.ts'
import { checkYears, type Screen, screenNotFound } from '#server/domain/screen.ts'
import type { Deps } from '#server/ports/deps.ts'
import { screenName } from './screen-name.ts'

interface Change {
  readonly id: number
  readonly name?: string
  readonly settings?: ScreenSettings
}

/** AppError NO_FIELDS, SCREEN_NOT_FOUND, INVALID_BODY, TEXT_TOO_LONG. */
export async function updateScreen(
  { database }: Pick<Deps, 'database'>,
  _by: Admin,
  { id, name, settings }: Change,
): Promise<Screen> {
  if (name === undefined && settings === undefined) {
    throw new AppError('NO_FIELDS', 'None of name and settings was given')
  }
  if (settings) checkYears(settings)
  const newName = name === undefined ? undefined : screenName(name)
  return database.transaction(async (tx) => {
    const screen = await tx.screens.lock(id)
    if (screen === undefined) throw screenNotFound()
    const next = { name: newName ?? screen.name, settings: settings ?? screen.settings }
    await tx.screens.update(id, next)
    return { ...screen, ...next }
  })
}
