import { isCode } from '#web/api/api-error.ts'
import { type Answer, call } from '#web/api/client.ts'
import { createLocalStore } from '#web/components/local-store.ts'
import { readOptions } from '#web/features/slideshow/options.ts'

type Heartbeat = Answer<'POST /api/slideshow/heartbeat'>
export type ScreenSettings = NonNullable<Heartbeat['settings']>

/** What this device knows about its screen, the last settings included, so that it starts with them offline. */
interface SavedScreen {
  readonly secret: string
  /** The pairing code, until an admin enters it. */
  readonly code?: string
  readonly name?: string
  readonly settings?: ScreenSettings
  readonly paused?: boolean
}

export const savedScreen = createLocalStore<SavedScreen | null>('werkschau-screen', null)

/** What the address says is where the settings of the screen begin; from then on they are the admins'. */
const fromAddress = () => {
  const { seconds, autostart: _, years, exhibition, ...rest } = readOptions(location.search).options
  const exhibitions = exhibition === '*' ? ('*' as const) : [...new Set(exhibition.split(','))]
  return { ...rest, seconds: Math.round(seconds), years: years ?? null, ...(exhibition && { exhibitions }) }
}

/** Shows a new code: the previous one has expired. */
const beginPairing = async (signal: AbortSignal): Promise<void> => {
  const { code, secret } = await call('POST /api/slideshow/pairings', { body: { settings: fromAddress() }, signal })
  savedScreen.set({ code, secret })
}

/** Asks for a code; without a connection until there is one, or until it is aborted. */
export const pairing = {
  mutationKey: ['pairing'],
  mutationFn: ({ signal }: AbortController) => beginPairing(signal),
  retry: (_: number, error: unknown) => isCode(error, 'NETWORK'),
  retryDelay: 2_000,
  networkMode: 'always',
} as const

/** The build that runs here, from the name of its script. */
const version = new URL(import.meta.url).pathname.split('/').at(-1)?.slice(0, 50) ?? null

const answerMs = 30_000

/** Reports once; returns the commands to carry out. Failures change nothing: the next report comes soon. */
export const report = async (
  screen: SavedScreen,
  { imageId, done }: { readonly imageId: number | null; readonly done: readonly string[] },
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

/** Removed by an admin, or the code was not entered in time: then it stays until there is a new one, for which each report asks. */
const forget = async ({ code }: SavedScreen): Promise<void> => {
  if (code === undefined) savedScreen.set(null)
  else await beginPairing(AbortSignal.timeout(answerMs)).catch(() => undefined)
}

/** Saves only differences: each change of the settings restarts the playlist. */
const note = (before: SavedScreen, { paired, name, settings, paused }: Heartbeat): void => {
  if (!paired || name === null || settings === null) return
  const next: SavedScreen = { secret: before.secret, name, settings, paused }
  if (JSON.stringify(next) !== JSON.stringify(before)) savedScreen.set(next)
}

interface ReporterInput {
  readonly imageId: () => number | null
  readonly skip: () => void
  readonly reload: () => void
}

/**
 * Reports and carries out commands. The service repeats a command until a report names it as done, so none is lost with an
 * answer, and none is carried out twice.
 */
export const createReporter = ({ imageId, skip, reload }: ReporterInput) => {
  let done: readonly string[] = []
  let reloads = false
  let isReporting = false
  const beat = async (): Promise<void> => {
    const screen = savedScreen.get()
    // A late answer would repeat what is done already.
    if (screen === null || isReporting) return
    isReporting = true
    const commands = await report(screen, { imageId: imageId(), done })
    isReporting = false
    if (commands === undefined) return
    const fresh = commands.filter(({ id }) => !done.includes(id))
    for (const { command } of fresh) {
      if (command === 'reload') reloads = true
      else skip()
    }
    done = commands.map(({ id }) => id)
    if (fresh.length > 0) return beat()
    // Only when the service knows that it is done: it must not repeat it to the page that comes.
    if (reloads && commands.length === 0) reload()
  }
  return { beat }
}
