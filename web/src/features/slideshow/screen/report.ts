import { isCode } from '#web/api/api-error.ts'
import { call } from '#web/api/client.ts'
import { readOptions } from '#web/features/slideshow/options.ts'
import { type Heartbeat, type SavedScreen, savedScreen } from './screen-store.ts'

/** What the address says is where the settings of the screen begin; from then on they are the admins'. */
const fromAddress = () => {
  const { seconds, autostart: _, years, ...rest } = readOptions(location.search).options
  return { ...rest, seconds: Math.round(seconds), years: years ?? null }
}

/** Shows a new code: the previous one has expired. */
export const beginPairing = async (): Promise<void> => {
  const { code, secret } = await call('POST /api/slideshow/pairings', { body: { settings: fromAddress() } })
  savedScreen.set({ code, secret })
}

/** The build that runs here, from the name of its script. */
const version = new URL(import.meta.url).pathname.split('/').at(-1)?.slice(0, 50) ?? null

interface Report {
  readonly imageId: number | null
  readonly done: readonly string[]
}
const answerMs = 30_000

/** Reports once; returns the commands to carry out. Failures change nothing: the next report comes soon. */
export const report = async (
  screen: SavedScreen,
  { imageId, done }: Report,
): Promise<Heartbeat['commands'] | undefined> => {
  const { secret } = screen
  try {
    const body = { secret, imageId, version, done: [...done] }
    const signal = AbortSignal.timeout(answerMs)
    const answer = await call('POST /api/slideshow/heartbeat', { body, signal })
    if (savedScreen.get()?.secret !== secret) return undefined
    note(screen, answer)
    return answer.commands
  } catch (error) {
    if (isCode(error, 'SCREEN_NOT_FOUND') && savedScreen.get()?.secret === secret) await forget(screen)
    return undefined
  }
}

/** Removed by an admin, or the code was not entered in time. */
const forget = async (screen: SavedScreen): Promise<void> => {
  savedScreen.set(null)
  if (screen.code !== undefined) await beginPairing().catch(() => savedScreen.set(screen))
}

/** Saves only differences: each change of the settings restarts the playlist. */
const note = (before: SavedScreen, { paired, name, settings, paused }: Heartbeat): void => {
  if (!paired || name === null || settings === null) return
  const next: SavedScreen = { secret: before.secret, name, settings, paused }
  if (JSON.stringify(next) !== JSON.stringify(before)) savedScreen.set(next)
}
