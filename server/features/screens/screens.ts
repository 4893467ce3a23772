import { randomUUID } from 'node:crypto'
import { limits } from '#contract/limits.ts'
import type { Body } from '#contract/operation/operation.ts'
import type { updateScreen as contract, FirstSettings, ScreenExhibitions, screenCommands } from '#contract/screens.ts'
import type { Admin } from '#server/domain/caller.ts'
import { digest } from '#server/domain/digest.ts'
import { AppError, orThrow } from '#server/domain/errors.ts'
import { exhibitionNotFound } from '#server/domain/exhibition.ts'
import {
  checkYears,
  firstExhibitions,
  newPairingCode,
  newScreenSecret,
  newSettings,
  type Screen,
  screenNotFound,
} from '#server/domain/screen.ts'
import { nameFrom } from '#server/domain/text/text.ts'
import { typedCodeFrom } from '#server/domain/typed-code.ts'
import type { Deps, Transaction } from '#server/ports/deps.ts'
import type { Pairing } from '#server/ports/screens.ts'

const lockScreen = async (tx: Transaction, id: number): Promise<Screen> =>
  orThrow(await tx.screens.lock(id), screenNotFound)

const lifeMs = 10 * 60_000

/** A code that no other page shows, and the secret with which this page reports. AppError INVALID_BODY. */
export async function createPairing(
  deps: Pick<Deps, 'database' | 'clock'>,
  settings: FirstSettings,
): Promise<Pick<Pairing, 'code' | 'expiresAt'> & { secret: string }> {
  const { database, clock } = deps
  checkYears(settings)
  const secret = newScreenSecret()
  const now = clock.now()
  const pairing: Pairing = {
    code: newPairingCode(),
    secretDigest: digest(secret),
    expiresAt: new Date(now.getTime() + lifeMs).toISOString(),
    settings,
  }
  const added = await database.transaction((tx) => tx.screens.addPairing(pairing, now.toISOString()))
  if (!added) return createPairing(deps, settings)
  return { code: pairing.code, secret, expiresAt: pairing.expiresAt }
}

/** Gives the page that shows the code a name; it keeps what its address says. AppError PAIRING_NOT_FOUND, INVALID_BODY, TEXT_TOO_LONG. */
export async function createScreen(
  { database, clock, exhibitions: known }: Pick<Deps, 'database' | 'clock' | 'exhibitions'>,
  _by: Admin,
  input: { code: string; name: string },
): Promise<Screen> {
  const name = nameFrom(input.name, limits.screenName)
  const now = clock.now().toISOString()
  return database.transaction(async (tx) => {
    const pairing = await tx.screens.takePairing(typedCodeFrom(input.code), now)
    if (pairing === undefined) {
      throw new AppError('PAIRING_NOT_FOUND', 'No screen shows this code; it changes every ten minutes')
    }
    const { exhibitions: asked = firstExhibitions, ...first } = pairing.settings
    const found = asked === '*' ? asked : asked.filter((slug) => known.withSlug(slug))
    // Of unknown ones alone: photos of another one must not take their place (D82).
    const exhibitions = found.length === 0 ? asked : found
    return tx.screens.add(
      { name, settings: { ...newSettings, ...first }, exhibitions, createdAt: now },
      pairing.secretDigest,
    )
  })
}

/** One that has ended may be named, and a deleted one where it is the screen's already. AppError EXHIBITION_NOT_FOUND. */
async function checkKnown(
  { exhibitions }: Pick<Deps, 'exhibitions'>,
  slugs: ScreenExhibitions,
  before: ScreenExhibitions = [],
): Promise<void> {
  if (slugs === '*') return
  const isUnknown = (slug: string) => !before.includes(slug) && exhibitions.withSlug(slug) === undefined
  if (slugs.some(isUnknown)) await exhibitions.refresh()
  if (slugs.some(isUnknown)) throw exhibitionNotFound()
}

type ScreenChange = Body<typeof contract> & { readonly id: number }

/** AppError NO_FIELDS, SCREEN_NOT_FOUND, EXHIBITION_NOT_FOUND, INVALID_BODY, TEXT_TOO_LONG. */
export async function updateScreen(
  deps: Pick<Deps, 'database' | 'exhibitions'>,
  _by: Admin,
  { id, name, settings, exhibitions }: ScreenChange,
): Promise<Screen> {
  if (name === undefined && settings === undefined && exhibitions === undefined) {
    throw new AppError('NO_FIELDS', 'None of name, settings and exhibitions was given')
  }
  if (settings) checkYears(settings)
  if (exhibitions) await checkKnown(deps, exhibitions, (await deps.database.screens.find(id))?.exhibitions)
  const newName = name === undefined ? undefined : nameFrom(name, limits.screenName)
  return deps.database.transaction(async (tx) => {
    const screen = await lockScreen(tx, id)
    const next = {
      name: newName ?? screen.name,
      settings: settings ?? screen.settings,
      exhibitions: exhibitions ?? screen.exhibitions,
    }
    await tx.screens.update(id, next)
    return { ...screen, ...next }
  })
}

/** Its page learns this with the next report and continues unpaired. AppError SCREEN_NOT_FOUND. */
export const deleteScreen = ({ database }: Pick<Deps, 'database'>, _by: Admin, id: number): Promise<void> =>
  database.transaction(async (tx) => {
    if (!(await tx.screens.remove(id))) throw screenNotFound()
  })

type Command = (typeof screenCommands)[number]

/** A screen that was off must not skip for minutes when it is back. */
const maxWaiting = 10

/** AppError SCREEN_NOT_FOUND. */
export const commandScreen = (
  { database }: Pick<Deps, 'database'>,
  _by: Admin,
  { id, command }: { id: number; command: Command },
): Promise<Screen> =>
  database.transaction(async (tx) => {
    const screen = await lockScreen(tx, id)
    const next = afterCommand(screen, command)
    await tx.screens.command(id, next)
    return { ...screen, ...next }
  })

function afterCommand({ paused, commands }: Screen, command: Command): Pick<Screen, 'paused' | 'commands'> {
  if (command === 'pause' || command === 'resume') return { paused: command === 'pause', commands }
  // A second reload would come right after the first.
  const others = command === 'reload' ? commands.filter((each) => each.command !== 'reload') : commands
  return { paused, commands: [...others, { id: randomUUID(), command }].slice(-maxWaiting) }
}
