import type { Answer } from '#web/api/client.ts'
import { adminQuery } from '#web/features/admin/shared/admin-call.ts'

export type Screen = Answer<'GET /api/admin/screens'>['screens'][number]
export type ScreenSettings = Screen['settings']

/** Screens report every few seconds; this page follows them. */
export const screensQuery = { ...adminQuery(['screens'], 'GET /api/admin/screens'), refetchInterval: 5_000 }
