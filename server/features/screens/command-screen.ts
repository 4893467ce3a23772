import { randomUUID } from 'node:crypto'
import type { screenCommands } from '#contract/screens.ts'
import type { Admin } from '#server/domain/caller.ts'
import { type Screen, screenNotFound } from '#server/domain/screen.ts'
import type { Deps } from '#server/ports/deps.ts'

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
    const screen = await tx.screens.lock(id)
    if (screen === undefined) throw screenNotFound()
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
