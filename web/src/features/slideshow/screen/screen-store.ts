import type { Answer } from '#web/api/client.ts'
import { createLocalStore } from '#web/components/local-store.ts'

export type Heartbeat = Answer<'POST /api/slideshow/heartbeat'>
export type ScreenSettings = NonNullable<Heartbeat['settings']>

/** What this device knows about its screen, the last settings included, so that it starts with them offline. */
export interface SavedScreen {
  readonly secret: string
  /** The pairing code, until an admin enters it. */
  readonly code?: string
  readonly name?: string
  readonly settings?: ScreenSettings
  readonly paused?: boolean
}

export const savedScreen = createLocalStore<SavedScreen | null>('werkschau-screen', null)
