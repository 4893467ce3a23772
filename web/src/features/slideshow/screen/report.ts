import { isCode } from '#web/api/api-error.ts'
import { call } from '#web/api/client.ts'
import { type Heartbeat, type SavedScreen, savedScreen } from './screen-store.ts'

/** Shows a new code: the previous one has expired. */
export const beginPairing = async (): Promise<void> => {
  const { code, secret } = await call('POST /api/slideshow/pairings')
  savedScreen.set({ code, secret })
}

/** The build that runs here, from the name of its script. */
const version = new URL(import.meta.url).pathname.split('/').at(-1)?.slice(0, 50) ?? null

/** Reports once; returns the commands to carry out. Failures change nothing: the next report comes soon. */
export const report = async (screen: SavedScreen, imageId: number | null): Promise<Heartbeat['commands']> => {
  const { secret, code } = screen
  try {
    const answer = await call('POST /api/slideshow/heartbeat', { body: { secret, imageId, version } })
    if (savedScreen.get()?.secret !== secret) return []
    note(screen, answer)
    return answer.commands
  } catch (error) {
    if (!isCode(error, 'SCREEN_NOT_FOUND') || savedScreen.get()?.secret !== secret) return []
    // Removed by an admin, or nobody entered the code in time.
    savedScreen.set(null)
    if (code !== undefined) await beginPairing().catch(() => savedScreen.set(screen))
    return []
  }
}

/** Saves only differences: each change of the settings restarts the playlist. */
const note = (before: SavedScreen, { paired, name, settings, paused }: Heartbeat): void => {
  if (!paired || name === null || settings === null) return
  const next: SavedScreen = { secret: before.secret, name, settings, paused }
  if (JSON.stringify(next) !== JSON.stringify(before)) savedScreen.set(next)
}
