import type { Answer } from '#web/api/client.ts'
import { createLocalStore } from '#web/components/local-store.ts'

export type Heartbeat = Answer<'POST /api/slideshow/heartbeat'>
export type ScreenSettings = NonNullable<Heartbeat['settings']>

/** What this device knows of its screen; the settings last, so that it starts with them without a connection. */
export interface SavedScreen {
  readonly secret: string
  /** While nobody has entered it. */
  readonly code?: string
  readonly name?: string
  readonly settings?: ScreenSettings
  readonly paused?: boolean
}

export const savedScreen = createLocalStore<SavedScreen | null>('werkschau-screen', null)
